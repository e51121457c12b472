// OpenClaw's side of Context Memory Optimizer. It asks the helper process of the workspace, each time within its own
// limit, and lets the host go on as if it were not there whenever an answer is late or wrong.

import { createEngine } from "./engine.js";
import { Helper, within } from "./helper.js";
import { appendable, newerThan, outputOf, shortened, slim, spokenIn, textResult } from "./messages.js";

const ID = "context-memory-optimizer";
const CHECK_MS = 500;
const PROMPT_MS = 500; // a prompt waits for it
const TRIM_MS = 2_000;
const COMPACT_MS = 20_000;
const COMPACTION_MS = 300_000; // one that has not ended by then failed, and the host did not say so
const ANSWER_MS = 5_000; // of a tool that the model called
const SEARCH_MS = 2_000; // memory_search waits for it
const END_MS = 1_500; // the host closes all sessions within two seconds when it stops
const JOURNAL_MS = 10_000; // nobody waits
const CLOCK_MS = 1_000; // a message may be a little older than the turn it is in
const LEAST_OUTPUT = 2_000; // characters; the helper leaves shorter ones alone
const SUMMARY_TOKENS = 2_000; // the host keeps half of 16,000 characters for a summary, whatever stands behind it
const OF_PEOPLE = new Set(["user", "manual"]); // what starts a turn: not the clock, nor another part of the host
const INTERNAL_SESSION = ":internal-session-effects:"; // the host's own turns, such as its memory flush

// Hooks, tools and the provider may run from another registration than the service, and the host loads this file anew
// for each: what lives, lives in the process.
const { helpers, sessions, compacting, journaled, engines, told } = (globalThis[Symbol.for(ID)] ??= {
  helpers: new Map(), // by workspace
  sessions: new Map(), // id of a session, by its key
  compacting: new Map(), // what is being compacted, by the key of the session
  journaled: new Map(), // time of the newest message that went into the journal, by session
  engines: new Set(), // sessions whose turns our engine journals
  told: new Set(), // what was written into the log
});

export default {
  id: ID,
  name: "Context Memory Optimizer",
  description: "Shortens long tool outputs, remembers what was said, and keeps what matters through a compaction.",
  register(api) {
    const host = new Host(api);
    api.registerService(serviceOf(host));
    api.registerCompactionProvider({
      id: ID,
      label: "Context Memory Optimizer",
      summarize: (given) => summarize(host, given),
    });
    api.registerAgentToolResultMiddleware((event, ctx) => trimmed(host, event, ctx), { runtimes: ["openclaw"] });
    for (const tool of TOOLS) api.registerTool((ctx) => toolOf(host, ctx ?? {}, tool), { name: tool.name });
    api.registerMemoryCorpusSupplement(corpusOf(host));
    api.registerContextEngine(ID, (ctx) => createEngine({ id: ID, host, workspace: host.workspaceOf(ctx ?? {}) }));
    registerHooks(api, host);
  },
};

/** What of the host is needed: the workspace of an agent, the helper of a workspace, the log. */
class Host {
  constructor(api) {
    this.api = api;
  }

  /** One line in the host's log for each thing that goes wrong, however often it does. */
  tell(words) {
    if (told.has(words)) return;
    told.add(words);
    this.api.logger.warn(`[${ID}] ${words}`);
  }

  workspaceOf({ workspaceDir, agentId, sessionKey }) {
    if (workspaceDir) return workspaceDir;
    const agent = agentId ?? /^agent:([^:]+):/.exec(sessionKey ?? "")?.[1] ?? this.defaultAgent();
    return this.api.runtime.agent.resolveAgentWorkspaceDir(this.api.config, agent);
  }

  defaultAgent() {
    const agents = this.api.config.agents?.list ?? [];
    return (agents.find((agent) => agent.default) ?? agents[0])?.id ?? "main";
  }

  helperOf(workspace) {
    let helper = helpers.get(workspace);
    if (!helper) {
      helper = new Helper(workspace, this.api.rootDir, { ...this.api.pluginConfig, tell: (words) => this.tell(words) });
      helpers.set(workspace, helper);
    }
    return helper;
  }

  /** Answer of the helper for this agent or session; rejects after so many milliseconds. */
  async ask(ctx, method, route, body, ms) {
    return this.helperOf(this.workspaceOf(ctx)).ask(method, route, body, ms);
  }

  /** What our rules say to an event of the host; {} where they are late or wrong. */
  async event(ctx, body, ms) {
    try {
      return await this.ask(ctx, "POST", "/hooks/openclaw", { session: sessionOf(ctx), ...body }, ms);
    } catch {
      return {};
    }
  }

  /** Path of a session of the provider. */
  session(ctx, rest) {
    return `/sessions/${encodeURIComponent(sessionOf(ctx))}${rest}`;
  }

  /** The turns of this session are journaled by our engine. */
  isEngineOf(ctx) {
    engines.add(sessionOf(ctx));
  }

  /** Messages go into the journal, each once; null where none of them can. */
  async journal(ctx, messages) {
    let done = null;
    for (const part of appendable(messages)) {
      const body = { messages: part, format: "openclaw" };
      done = await this.ask(ctx, "POST", this.session(ctx, "/messages"), body, JOURNAL_MS);
    }
    return done;
  }
}

function sessionOf(ctx) {
  if (ctx.sessionId && ctx.sessionKey) sessions.set(ctx.sessionKey, ctx.sessionId);
  return ctx.sessionId ?? sessions.get(ctx.sessionKey) ?? ctx.sessionKey ?? ID;
}

// -- the life of the helpers ------------------------------------------------------------------------

function serviceOf(host) {
  return {
    id: `${ID}-helper`,
    async start() {
      await warmUp(host, {});
    },
    async stop() {
      const running = [...helpers.values()];
      helpers.clear();
      await Promise.all(running.map((helper) => helper.stop()));
    },
  };
}

/** Have the helper ready before somebody waits for it; why it is not was told already. */
async function warmUp(host, ctx) {
  try {
    await host.helperOf(host.workspaceOf(ctx)).start();
  } catch {
    // the next question tries again
  }
}

// -- compaction -------------------------------------------------------------------------------------

/** The summary that replaces these messages; rejects where there is none, and the host writes its own. */
async function summarize(host, { messages, previousSummary }) {
  const ctx = compactingNow(host);
  const body = {
    messages: slim(messages),
    format: "openclaw",
    keep_messages: 0,
    budget: SUMMARY_TOKENS,
    force: true,
    counts_as_failure: false,
    ...(previousSummary ? { previous: previousSummary } : {}),
  };
  const done = await host.ask(ctx, "POST", host.session(ctx, "/compact"), body, COMPACT_MS);
  if (!done.continuation) throw new Error(`not compacted: ${done.reason ?? done.outcome}`);
  return done.continuation;
}

/** Whose session is compacted: the host does not tell a provider. In doubt none is taken for another's. */
function compactingNow(host) {
  const found = [...compacting.values()].filter((each) => Date.now() - each.at < COMPACTION_MS).map((each) => each.ctx);
  const workspaces = new Set(found.map((ctx) => host.workspaceOf(ctx)));
  if (workspaces.size > 1) throw new Error("sessions of several workspaces are being compacted at once");
  if (!found.length && helpers.size > 1) throw new Error("the host did not say which session it compacts");
  return found.at(-1) ?? {};
}

// -- hooks of the host ------------------------------------------------------------------------------

/** A long output becomes a short one in the same turn. */
async function trimmed(host, event, ctx) {
  const output = outputOf(event.result);
  if (output.length <= LEAST_OUTPUT) return undefined;
  const body = { event: "tool_result", tool: event.toolName, params: event.args, output, cwd: event.cwd ?? "" };
  const { text } = await host.event(ctx, body, TRIM_MS);
  return text ? { result: shortened(event.result, output, text) } : undefined;
}

function registerHooks(api, host) {
  api.on("session_start", (_event, ctx) => {
    sessionOf(ctx);
    void warmUp(host, ctx);
  });
  api.on("before_prompt_build", (event, ctx) => withOrders(host, event, ctx));
  api.on("before_tool_call", async (event, ctx) => {
    if (event.toolName === "tool_call") return undefined; // the tool that it calls comes by itself
    const body = { event: "before_tool_call", tool: event.toolName, params: event.params };
    const { block } = await host.event(ctx, body, CHECK_MS);
    return block ? { block: true, blockReason: block } : undefined;
  });
  api.on("after_tool_call", (event, ctx) => {
    const failed = event.error ?? (event.result?.details?.status === "failed" ? outputOf(event.result) : "");
    if (!failed) return;
    const body = { event: "after_tool_call", tool: event.toolName, params: event.params, error: failed };
    void host.event(ctx, body, JOURNAL_MS);
  });
  api.on("before_compaction", (_event, ctx) => {
    sessionOf(ctx);
    compacting.delete(ctx.sessionKey); // the newest stands last
    compacting.set(ctx.sessionKey, { ctx, at: Date.now() });
  });
  api.on("after_compaction", async (_event, ctx) => {
    compacting.delete(ctx.sessionKey);
    await host.event(ctx, { event: "after_compaction" }, CHECK_MS);
  });
  api.on("agent_end", (event, ctx) => journalTurn(host, event, ctx));
  api.on("session_end", async (_event, ctx) => {
    if (isInternal(ctx)) return;
    await host.ask(ctx, "POST", host.session(ctx, "/hooks/session-end"), {}, END_MS).catch(() => {});
  });
}

/** What the person ordered in this session and the context has lost is added to the instructions, the same each turn. */
async function withOrders(host, event, ctx) {
  if (isInternal(ctx)) return undefined;
  const prompt = isOfPerson(ctx) ? (event.currentUserMessage ?? event.prompt) : "";
  const asked = host.event(ctx, { event: "before_prompt_build", prompt, ...spokenIn(event.messages) }, JOURNAL_MS);
  const { system } = await within(asked, PROMPT_MS, "before_prompt_build").catch(() => ({})); // kept although it is late
  return system ? { appendSystemContext: system } : undefined;
}

function isOfPerson({ trigger, inputProvenance }) {
  const origin = inputProvenance?.kind;
  return (!trigger || OF_PEOPLE.has(trigger)) && (!origin || origin === "external_user");
}

/** The messages of the turn that just ended go into the journal. */
async function journalTurn(host, event, ctx) {
  const session = sessionOf(ctx);
  if (isInternal(ctx) || engines.has(session)) return;
  const since = journaled.get(session) ?? Date.now() - (event.durationMs ?? 0) - CLOCK_MS;
  const messages = newerThan(event.messages, since);
  if (!messages.length) return;
  journaled.set(session, Math.max(...messages.map((message) => message.timestamp)));
  await host.journal(ctx, messages).catch((error) => host.tell(`not journaled: ${error.message}`));
}

function isInternal(ctx) {
  return (ctx.sessionKey ?? "").includes(INTERNAL_SESSION);
}

// -- tools of ours ----------------------------------------------------------------------------------

const TOOLS = [
  {
    name: "recall_memory",
    description:
      "Find what was said, decided or remembered in earlier sessions. Ask with names, dates and exact words.",
    argument: ["query", "what is looked for"],
    async run(ask, query) {
      const found = await ask("POST", "/recall", { query });
      return found.block || "Nothing in the memory fits this question.";
    },
  },
  {
    name: "remember_fact",
    description: "Keep one lasting fact, preference or decision for later sessions. Secrets are redacted.",
    argument: ["text", "the fact, in one or two sentences that stand alone"],
    async run(ask, text) {
      const written = await ask("POST", "/remember", { text });
      return written.docs.map((doc) => `${doc.outcome}: ${doc.handle}`).join("\n");
    },
  },
  {
    name: "read_original",
    description: "Read a shortened tool output or removed messages as they were, by the handle cm:… in their place.",
    argument: ["handle", "handle such as cm:3f2a9c1e0b7d"],
    numbers: { first: [1, "first line"], offset: [0, "characters of the first line to leave out"] },
    async run(ask, handle, { first = 1, offset = 0 }) {
      const part = await ask("GET", `/originals/${encodeURIComponent(handle)}?${new URLSearchParams({ first, offset })}`);
      return [part.text, part.rest].filter(Boolean).join("\n");
    },
  },
];

function toolOf(host, ctx, { name, description, argument: [key, meaning], numbers = {}, run }) {
  const properties = { [key]: { type: "string", minLength: 1, description: meaning } };
  for (const [number, [minimum, description]] of Object.entries(numbers)) {
    properties[number] = { type: "integer", minimum, description };
  }
  return {
    name,
    label: name,
    description,
    parameters: { type: "object", additionalProperties: false, required: [key], properties },
    async execute(_id, params) {
      const ask = (method, route, body) => host.ask(ctx, method, route, body, ANSWER_MS);
      return textResult(await run(ask, params[key], params));
    },
  };
}

/** What is remembered, for the host's own memory_search. */
function corpusOf(host) {
  const ctxOf = ({ agentId, agentSessionKey }) => ({ agentId, sessionKey: agentSessionKey });
  const pathOf = (id) => `${ID}/${id}`;
  return {
    async search(given) {
      const body = { query: given.query, limit: given.maxResults ?? 5 };
      const found = await host.ask(ctxOf(given), "POST", "/recall", body, SEARCH_MS).catch(() => ({ hits: [] }));
      return found.hits.map(({ id, kind, score, text }) => {
        return { corpus: ID, path: pathOf(id), id, kind, score, snippet: text, source: ID };
      });
    },
    async get(given) {
      const id = given.lookup.replace(pathOf(""), "");
      const route = `/docs/${encodeURIComponent(id)}`;
      const found = await host.ask(ctxOf(given), "GET", route, undefined, SEARCH_MS).catch(() => null);
      if (!found) return null;
      const content = found.doc.text;
      return { corpus: ID, path: pathOf(id), id, content, fromLine: 1, lineCount: content.split("\n").length };
    },
  };
}
