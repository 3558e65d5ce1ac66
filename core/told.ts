import * as v from 'valibot'
import { core } from './calls.ts'

/** What the server writes into a page, so that the page need not ask for it. */
export const Told = v.object({
  /** Who is signed in. */
  session: v.optional(core.session.reply),
  /** Where nobody is: how people sign in, or why that cannot be said. */
  strategy: v.optional(core.strategy.reply),
  failure: v.optional(v.object({ status: v.number(), message: v.string(), detail: v.optional(v.string()) })),
  /** Whether it is certain that nobody is signed in: the browser may have kept the session to itself. */
  certain: v.optional(v.boolean(), true),
  /** The title of the page at this address. */
  title: v.optional(v.string(), ''),
})
export type Told = v.InferOutput<typeof Told>

const read = (text = '{}') => v.parse(Told, JSON.parse(text))

/** What the server told this page. It holds for the page's start; whoever uses a part later asks anew. */
export const told: Told = read(document.getElementById('told')?.textContent)
