// Claude Code's compaction becomes ours: the messages go to our program, its summary and the newest messages come back.
// Whatever goes wrong, the host compacts as it always does.
import type { Register } from 'claude-code'

const SECONDS = 20

export const register: Register = on => {
  on('session.compact', async ($, e, next) => {
    if (e.agentId || e.trigger === 'precompute') return next(e) // another agent's session, or one that goes on growing
    try {
      // a kept handle would bring the old chain back after a resume; what a tool gave back is in `text`
      const messages = e.messages.map(({ handle, ...message }) => ({
        ...message,
        toolUses: message.toolUses.map(({ result, ...use }) => use),
        toolResults: message.toolResults?.map(({ result, ...answer }) => answer),
      }))
      const ran = await $.process.run(['python3', `${$.plugin.root}/compact.py`], {
        stdin: JSON.stringify({ messages }),
        timeoutMs: SECONDS * 1000,
      })
      const done = JSON.parse(ran.stdout)
      if (!done.summary) return next(e)
      const kept = done.kept > 0 ? e.messages.slice(-done.kept).map(({ handle, ...message }) => message) : []
      return { messages: [{ role: 'user', text: done.summary, toolUses: [] }, ...kept] }
    } catch {
      return next(e)
    }
  })
}
