import type { Background } from '../../../core/serve.ts'
import type { LogsBackend } from '../backend.ts'
import { passes } from '../passes.ts'
import type { EmbeddedGround, EmbeddedKit } from '../../../engines/embedded/kit.ts'
import { whileAllowed } from '../../../engines/while-allowed.ts'
import { createBook, lineOf } from './book.ts'

/** What this engine says in its own log, which is kept in memory. */
export default ({ enter, common }: EmbeddedKit): LogsBackend => {
  const book = common(createBook)
  return {
    follow: async function* (filter, signal) {
      const assertMay = async () => enter().caller.assert('admin:ConsoleLog')
      await assertMay()
      for await (const line of whileAllowed(assertMay, book.follow, signal)) {
        if (!passes(line, filter)) continue
        await assertMay()
        yield line
      }
    },
  }
}

/** Hears the log. */
export const background = ({ listenToLog, common, clock }: EmbeddedGround): Background => {
  const book = common(createBook)
  const leave = listenToLog((line) => book.note(lineOf(line, clock())))
  return { stop: async () => leave() }
}
