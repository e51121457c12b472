// One long-lived Python process for each workspace, asked over HTTP on a Unix socket. It starts with the first
// question, ends with its standard input, so with the host, and is started again at most once an hour.

import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";

const SCRIPT = path.join("scripts", "context-memory.py");
const PYTHONS = ["python3", "python3.14", "python3.13", "python3.12", "python3.11"];
const IS_NEW_ENOUGH = "import sys; raise SystemExit(sys.version_info < (3, 11))";
const START_MS = 30_000; // a cold start takes half a second; a busy machine takes ten
const RESTART_AFTER_MS = 3_600_000;
const LEAST_WINDOW = 4_000; // tokens; what is smaller is no window of a model
const LONGEST_WORDS = 2_000; // characters of standard error that a message repeats

/** The first Python that is 3.11 or newer; rejects where there is none. */
export async function findPython(named) {
  for (const name of named ? [named] : PYTHONS) {
    const isGood = await new Promise((resolve) => {
      execFile(name, ["-c", IS_NEW_ENOUGH], { timeout: START_MS }, (error) => resolve(!error));
    });
    if (isGood) return name;
  }
  throw new Error(`no Python 3.11 or newer: ${named ?? PYTHONS.join(", ")}; name one: plugins.entries.*.config.python`);
}

/** Rejects when the promise has not settled after so many milliseconds; `late` is called then. */
export function within(promise, ms, what, late = () => {}) {
  let timer;
  const deadline = new Promise((_resolve, reject) => {
    timer = setTimeout(() => {
      late();
      reject(new Error(`${what} took longer than ${ms} ms`));
    }, ms);
  });
  return Promise.race([promise, deadline]).finally(() => clearTimeout(timer));
}

/** Our program: beside the folder of the plugin in a clone, inside of it in a package. */
export function findScript(folder) {
  const places = [folder, path.dirname(folder)].map((each) => path.join(each, SCRIPT));
  const found = places.find((each) => fs.existsSync(each));
  if (!found) throw new Error(`there is no ${SCRIPT} in or beside ${folder}: install the plugin with --link`);
  return found;
}

/** The process of one workspace. */
export class Helper {
  #agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  #options;
  #running = null;
  #restartedAt = -Infinity;
  #window = undefined;
  #isStopped = false;

  /** `folder` is that of the plugin, `python` and `settings` are the user's, `tell` takes what goes wrong. */
  constructor(workspace, folder, { python, settings = {}, tell = () => {} } = {}) {
    this.#options = { workspace, folder, python, settings, tell };
  }

  /** Process id; undefined while it does not run. */
  get pid() {
    return this.#running?.child?.pid;
  }

  /** Start anew with this window, in tokens, where the user set none; of several the smallest counts. */
  useWindow(tokens) {
    const { settings } = this.#options;
    const known = settings.window ?? this.#window ?? Infinity;
    if (settings.window || !(tokens >= LEAST_WINDOW) || tokens >= known) return;
    this.#window = Math.floor(tokens);
    const before = this.#running;
    this.#running = null;
    if (!before) return;
    before.isReplaced = true;
    before.child?.stdin.end();
  }

  /** Ready to answer; rejects where it cannot be. */
  start() {
    if (this.#isStopped) return Promise.reject(new Error("the helper was stopped"));
    if (!this.#running && !fs.existsSync(this.#options.workspace)) {
      return Promise.reject(new Error(`there is no workspace ${this.#options.workspace}`)); // the host makes it later
    }
    if (this.#running?.hasEnded) {
      if (Date.now() - this.#restartedAt < RESTART_AFTER_MS) return this.#running.ready;
      this.#restartedAt = Date.now();
      this.#running = null;
    }
    this.#running ??= this.#started();
    return this.#running.ready;
  }

  /** The answer to a request; rejects after so many milliseconds, and for an error. */
  async ask(method, route, body, ms) {
    let request;
    let isLate = false;
    const send = (resolve, reject) => {
      if (!isLate) request = this.#request(method, route, body, resolve, reject);
    };
    const answer = this.start().then(() => new Promise(send));
    return within(answer, ms, `${method} ${route.split("?")[0]}`, () => {
      isLate = true;
      request?.destroy();
    });
  }

  /** Let the process end; it is not started again. */
  async stop() {
    this.#isStopped = true;
    this.#agent.destroy();
    const running = this.#running;
    if (!running || running.hasEnded) return;
    running.child?.stdin.end();
    await within(running.ended, 6_000, "the end of the helper").catch(() => running.child?.kill());
  }

  #started() {
    const running = { child: null, isReady: false, hasEnded: false, ended: null, ready: null, socket: "" };
    const ready = findPython(this.#options.python).then((python) => this.#spawned(running, python));
    running.ready = within(ready, START_MS, "the start of the helper");
    running.ready.catch((error) => {
      running.hasEnded = true;
      running.child?.stdin.end();
      if (!running.isReplaced && !this.#isStopped) this.#options.tell(`context memory does not run: ${error.message}`);
    });
    return running;
  }

  #spawned(running, python) {
    if (this.#isStopped) throw new Error("the helper was stopped");
    const { workspace, folder, settings } = this.#options;
    running.socket = path.join(os.tmpdir(), `cm-${process.pid}-${randomBytes(6).toString("hex")}.sock`);
    const all = this.#window ? { ...settings, window: this.#window } : settings;
    const more = Object.entries(all).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
    const words = ["helper", "--socket", running.socket, "--workspace", workspace, "--json", ...more];
    const child = spawn(python, [findScript(folder), ...words], { stdio: ["pipe", "pipe", "pipe"] });
    running.child = child;
    let said = "";
    child.stderr.on("data", (data) => (said = (said + data).slice(-LONGEST_WORDS)));
    child.stdin.on("error", () => {}); // it ended before its input did
    running.ended = new Promise((resolve) => child.once("close", resolve));
    for (const each of [child, child.stdin, child.stdout, child.stderr]) each.unref(); // the host need not wait for it
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.stdout.once("data", () => {
        running.isReady = true;
        resolve();
      });
      child.once("exit", (code) => {
        running.hasEnded = true;
        const why = said.trim() || `the helper ended with exit code ${code}`;
        if (running.isReady && !running.isReplaced && !this.#isStopped) this.#options.tell(why);
        reject(new Error(why));
      });
    });
  }

  #request(method, route, body, resolve, reject) {
    const data = body === undefined ? "" : JSON.stringify(body);
    const headers = { "content-length": Buffer.byteLength(data) };
    const options = { agent: this.#agent, socketPath: this.#running.socket, method, path: `/v1${route}`, headers };
    const request = http.request(options, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        try {
          const value = JSON.parse(Buffer.concat(parts).toString("utf8"));
          if (value.error) reject(Object.assign(new Error(value.error.message), { code: value.error.code }));
          else resolve(value);
        } catch (error) {
          reject(error);
        }
      });
    });
    request.on("error", reject);
    request.end(data);
    return request;
  }
}
