// The context engine: old blocks of a session are replaced by their capsules between turns, without a compaction.
// It is off until plugins.slots.contextEngine names it. In doubt the model sees the messages that the host has.

import { contextTokens, fromWholeTurn, isSameTail, sizeOf } from "./messages.js";

const ASSEMBLE_MS = 300; // the reply waits for it, and the host sets no limit
const SWAP_MS = 120_000; // nobody waits
const SHARE = 0.75; // of the host's window, so that a swap is due before the host compacts

/** An engine for one turn; what it knows is in the helper of the workspace. */
export function createEngine({ id, host, workspace }) {
  const contextOf = (given) => ({ sessionId: given.sessionId, sessionKey: given.sessionKey, workspaceDir: workspace });
  return {
    info: {
      id,
      name: "Context Memory Optimizer",
      ownsCompaction: false,
      turnMaintenanceMode: "background",
      transcriptSemantics: {
        currentTurnFence: "before-current-turn-entry-v1",
        turnAdvancementIdempotency: "atomic-idempotent-v1",
      },
    },

    /** Messages come with their turn. */
    async ingest() {
      return { ingested: false };
    },

    async assemble(given) {
      const ctx = contextOf(given);
      host.isEngineOf(ctx);
      const messages = fromWholeTurn(await swapped(host, ctx, given.messages).catch(() => given.messages));
      return { messages, estimatedTokens: Math.ceil(sizeOf(messages) / 4) };
    },

    /** The turn goes into the journal, each message once: a second time it is a duplicate. */
    async commitTurn(given) {
      const ctx = contextOf(given);
      host.helperOf(workspace).useWindow(SHARE * given.runtimeContext?.tokenBudget);
      const done = await host.journal(ctx, given.messages);
      void swap(host, ctx, contextTokens(given.messages));
      return { status: done && !done.accepted ? "duplicate" : "committed" };
    },

    async compact(given) {
      const { delegateCompactionToRuntime } = await import("openclaw/plugin-sdk/core");
      return delegateCompactionToRuntime(given);
    },
  };
}

/** The messages with capsules in place of the old ones; as they were where nothing was swapped, or they do not fit. */
async function swapped(host, ctx, messages) {
  const route = host.session(ctx, "/context?form=openclaw");
  const view = await host.ask(ctx, "GET", route, undefined, ASSEMBLE_MS).catch((error) => {
    if (error.code === "not_found") void host.journal(ctx, messages).catch(() => {}); // what was said before we came
    throw error;
  });
  const kept = view.covers.last_seq - view.raw_tail_from_seq + 1;
  if (!view.sources.length || !view.messages || kept >= messages.length) return messages;
  const capsules = view.messages.slice(0, -kept);
  if (!kept || !isSameTail(view.messages, messages, kept)) return messages;
  const timestamp = messages.at(-kept).timestamp;
  return [...capsules.map((message) => ({ ...message, timestamp })), ...messages.slice(-kept)];
}

/** Swap where that is due; a swap leaves the note of the day behind, as a compaction does. */
async function swap(host, ctx, tokens) {
  try {
    const done = await host.ask(ctx, "POST", host.session(ctx, "/swap"), tokens ? { tokens } : {}, SWAP_MS);
    if (done.outcome !== "swapped") return;
    await host.event(ctx, { event: "after_compaction" }, SWAP_MS); // what was shown may be shown again
    await host.ask(ctx, "POST", host.session(ctx, "/hooks/pre-compaction"), {}, SWAP_MS);
  } catch {
    // a tool call is open, the view is being prepared, or the helper is gone: the next turn asks again
  }
}
