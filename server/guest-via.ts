import { Transform } from 'node:stream'
import { Failure } from '../core/failure.ts'

/** A segment that leads out of where it stands, however it is written: whoever is on the way may follow it. */
const leads = /(^|[/\\])\.{1,2}([/\\]|$)/

/** Refuses what would not lead below the path at which the other console is reached through somebody else (400). */
export const checkBelow = (address: string) => {
  const [path = ''] = address.split('?')
  try {
    if (!leads.test(decodeURIComponent(path))) return
  } catch {
    // what nobody can read leads nowhere
  }
  throw new Failure(400, 'the address is not valid')
}

/** Takes a text out of what passes, wherever it stands. */
export const without = (text: string) => {
  let rest = ''
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      const clean = (rest + chunk.toString('latin1')).replaceAll(text, '')
      // it may have come in two pieces
      const cut = Math.max(0, clean.length - text.length + 1)
      rest = clean.slice(cut)
      done(undefined, Buffer.from(clean.slice(0, cut), 'latin1'))
    },
    flush: (done) => done(undefined, Buffer.from(rest, 'latin1')),
  })
}
