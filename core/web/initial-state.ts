import * as v from 'valibot'
import { Branding } from '../protocol/branding.ts'
import { core } from '../protocol/calls.ts'
import { Servers } from '../protocol/servers.ts'

/** Initial state that the server renders into a page, so that the page need not request it. */
export const InitialState = v.object({
  session: v.optional(core.session.reply),
  /** Without a session: how users sign in, or why that is unknown. */
  strategy: v.optional(core.strategy.reply),
  failure: v.optional(v.object({ status: v.number(), message: v.string(), detail: v.optional(v.string()) })),
  /** Whether there is certainly no session: the browser may have withheld the cookie. */
  certain: v.optional(v.boolean(), true),
  branding: v.optional(Branding),
  servers: v.optional(Servers),
  /** Title of the page at this address. */
  title: v.optional(v.string(), ''),
})
export type InitialState = v.InferOutput<typeof InitialState>

const read = (text = '{}') => v.parse(InitialState, JSON.parse(text))

/** Initial state of this page. Valid for the page's start only; later uses have to request it again. */
export const initialState: InitialState = read(document.getElementById('initial-state')?.textContent)
