import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { getPreference, setPreference, session, useSession } from 'stowage/web'
import type { Step } from '../../create/steps.ts'
import { withoutSecrets } from './secrets.ts'
import { order } from './titles.ts'
import type { InitialValues } from './use-steps.ts'

/** Input of the wizard, the current step, and the fields whose secrets were dropped. */
export type Progress = { answers: InitialValues; step: Step; reenter?: readonly string[] }

type Saved = Progress & { account: string }

/** Key in this tab's storage, for a sign-in that leaves the page, such as with an identity provider. */
const NAME = 'tenant-wizard'

const Stored = v.object({
  account: v.string(),
  step: v.picklist(order),
  reenter: v.array(v.string()),
  answers: v.record(
    v.picklist(order),
    v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])),
  ),
})

// complete input only in memory, because it contains secrets
let saved: Saved | undefined

const readStored = (): Saved | undefined => {
  try {
    return v.parse(Stored, JSON.parse(getPreference(NAME, 'tab') ?? 'null')) as Saved
  } catch {
    // absent, or from another version of the console
    return undefined
  }
}

const store = ({ account, step, answers }: Saved) =>
  setPreference(NAME, JSON.stringify({ account, step, ...withoutSecrets(answers) }), 'tab')

/**
 * Input of the same account from before its session expired; returned only once. Without secrets if the page was left
 * in between.
 */
export const useSavedProgress = (): Progress | undefined => {
  const { account } = useSession()
  const [progress] = useState(() => [saved, readStored()].find((one) => one?.account === account))
  useEffect(() => {
    saved = undefined
    setPreference(NAME, undefined, 'tab')
  }, [])
  return progress
}

/** Saves the input if the session expires, for the next sign-in. */
export const useSaveProgress = (progress: Progress) => {
  const { account } = useSession()
  const latest = useRef({ ...progress, account })
  latest.current = { ...progress, account }
  useEffect(
    () => () => {
      if (session.state !== 'out' || session.endReason !== 'refused') return
      saved = latest.current
      store(saved)
    },
    [],
  )
}
