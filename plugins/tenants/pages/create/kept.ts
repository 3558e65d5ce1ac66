import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { recall, remember } from '../../../../core/memory.ts'
import { session, useSession } from '../../../../core/session.ts'
import type { Step } from '../../create/steps.ts'
import { withoutSecrets } from './secrets.ts'
import { order } from './titles.ts'
import type { Beginning } from './use-steps.ts'

/** What somebody had answered, where they were, and which fields lost what is secret. */
export type Progress = { answers: Beginning; step: Step; anew?: readonly string[] }

type Kept = Progress & { account: string }

/** Under which name this tab keeps it over a sign-in that leaves the console, as one with a provider does. */
const NAME = 'tenant-wizard'

const Stored = v.object({
  account: v.string(),
  step: v.picklist(order),
  anew: v.array(v.string()),
  answers: v.record(
    v.picklist(order),
    v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])),
  ),
})

// all of it nowhere but in this page's memory, since secrets are among it
let kept: Kept | undefined

const stored = (): Kept | undefined => {
  try {
    return v.parse(Stored, JSON.parse(recall(NAME, 'tab') ?? 'null')) as Kept
  } catch {
    // nothing, or of another version of the console
    return undefined
  }
}

const store = ({ account, step, answers }: Kept) =>
  remember(NAME, JSON.stringify({ account, step, ...withoutSecrets(answers) }), 'tab')

/**
 * What the same person had typed when the session before ended by itself; it is given once. Where the page was left
 * meanwhile, without what is secret.
 */
export const useKept = (): Progress | undefined => {
  const { account } = useSession()
  const [mine] = useState(() => [kept, stored()].find((one) => one?.account === account))
  useEffect(() => {
    kept = undefined
    remember(NAME, undefined, 'tab')
  }, [])
  return mine
}

/** Keeps what is typed for whoever signs in again after the session ended by itself. */
export const useKeeping = (progress: Progress) => {
  const { account } = useSession()
  const latest = useRef({ ...progress, account })
  latest.current = { ...progress, account }
  useEffect(
    () => () => {
      if (session.state !== 'out' || session.lost !== 'refused') return
      kept = latest.current
      store(kept)
    },
    [],
  )
}
