// Messages and tool results as the host has them, in the form that the helper takes.

const MOST_BYTES = 6_000_000; // the helper takes bodies of 8 MiB
const MOST_MESSAGES = 5_000;
const LONGEST_TEXT = 20_000; // characters; so many of a prompt are searched for orders
const SPOKEN = new Set(["user", "compactionSummary", "branchSummary", "custom"]);
const SAID = new Set(["user", "assistant", "toolResult"]);
const ROLES = new Set([...SAID, "compactionSummary", "branchSummary", "custom", "bashExecution"]);

/** The text of a tool result; empty where it holds anything else, which is left alone. */
export function outputOf(result) {
  const content = Array.isArray(result?.content) ? result.content : [];
  return content.every((block) => block.type === "text") ? content.map((block) => block.text ?? "").join("") : "";
}

/** A tool result of ours. */
export function textResult(text) {
  return { content: [{ type: "text", text }], details: {} };
}

/**
 * The result with this text in place of its output. The host keeps a raw copy beside it, which no model sees, and reads
 * at most eight bytes of transcript for a token of the window: a copy of what is archived goes too.
 */
export function shortened(result, output, text) {
  const { details } = result;
  const isCopy = typeof details?.aggregated === "string" && output.includes(details.aggregated.trim());
  const short = isCopy ? { details: { ...details, aggregated: text } } : {};
  return { ...result, ...short, content: [{ type: "text", text }] };
}

/** The messages without what no summary needs: raw copies of outputs, data of pictures. */
export function slim(messages) {
  return messages.filter((message) => ROLES.has(message?.role)).map(slimOne);
}

function slimOne({ details: _details, ...message }) {
  if (!Array.isArray(message.content)) return message;
  return { ...message, content: message.content.map((block) => (block?.data ? { ...block, data: "" } : block)) };
}

/** What a context begins with, and what was said behind it: where an order of the person may still stand. */
export function spokenIn(messages) {
  const [first, ...rest] = messages;
  return { start: first ? textOf(first) : "", said: rest.filter((message) => SPOKEN.has(message?.role)).map(textOf) };
}

function textOf({ summary, content }) {
  const blocks = Array.isArray(content) ? content.map((block) => block?.text ?? "") : [content];
  return String(summary ?? blocks.join("\n")).slice(0, LONGEST_TEXT);
}

/** A name for a message that is the same wherever the host hands it over. */
export function keyOf(message) {
  const more = message.toolCallId ?? message.responseId ?? "";
  return `${message.role}-${message.timestamp}${more ? `-${more}` : ""}`.slice(0, 200);
}

/** Messages of the turn that just ended: those before it come back from the host with other times and ids. */
export function newerThan(messages, time) {
  return messages.filter((message) => message?.timestamp > time);
}

/** Parts of these messages that each fit one request, every message with its name; what has no time is left out. */
export function appendable(messages) {
  const parts = [];
  let part = [];
  let bytes = 0;
  for (const message of slim(messages)) {
    if (!SAID.has(message.role) || !message.timestamp) continue;
    const named = { ...message, id: keyOf(message) };
    const size = Buffer.byteLength(JSON.stringify(named));
    if (part.length && (bytes + size > MOST_BYTES || part.length >= MOST_MESSAGES)) {
      parts.push(part);
      [part, bytes] = [[], 0];
    }
    part.push(named);
    bytes += size;
  }
  return part.length ? [...parts, part] : parts;
}

/** The messages without the rest of a turn whose start the host left out: a request may not begin with the assistant. */
export function fromWholeTurn(messages) {
  const start = messages.findIndex((message) => message.role !== "assistant" && message.role !== "toolResult");
  return start > 0 ? messages.slice(start) : messages;
}

/** Whether the newest messages of both lists are the same ones, as far as a host that writes ids anew lets us see. */
export function isSameTail(ours, theirs, count) {
  const signs = (messages) => messages.slice(-count).map(signOf);
  const [one, other] = [signs(ours), signs(theirs)];
  return one.length === other.length && one.every((sign, index) => sign === other[index]);
}

function signOf(message) {
  const calls = Array.isArray(message.content) ? message.content.filter((block) => block.type === "toolCall") : [];
  return [message.role, message.toolName ?? "", ...calls.map((call) => call.name)].join(" ");
}

/** Characters of messages, as JSON. */
export function sizeOf(messages) {
  return messages.reduce((size, message) => size + JSON.stringify(message).length, 0);
}

/** Tokens of the context as the model's API counted them last; 0 where it did not. */
export function contextTokens(messages) {
  const usage = messages.findLast((message) => message.usage?.input)?.usage;
  return usage ? usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0) + (usage.output ?? 0) : 0;
}
