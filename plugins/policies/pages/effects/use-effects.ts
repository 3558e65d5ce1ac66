import { useEffect, useState } from 'react'
import { call } from 'stowage/web'
import { Failure, parseJson } from 'stowage'
import type { Effects } from '../../access.ts'
import { policies } from '../../contract.ts'
import * as messages from '../../messages.ts'

/** Delay after the last keystroke before the effects are computed, in ms. */
const DELAY = 400

/** Effects of a change, those of the previous text while `working`; or the reason why they are unknown. */
export type EffectsState = { effects?: Effects; failure?: Failure; working: boolean }

const isJson = (text: string) => parseJson(text) !== undefined

/** Effects of saving a text as a policy, updated shortly after each change. */
export const useEffects = (name: string, text: string, changed: boolean): EffectsState => {
  const [result, setResult] = useState<{ text: string; effects?: Effects; failure?: Failure }>({ text: '' })
  const shouldLoad = changed && isJson(text)
  useEffect(() => {
    if (!shouldLoad) return
    let canceled = false
    const timer = setTimeout(() => {
      call(policies.effects, { body: { name, policy: text } }).then(
        (effects) => canceled || setResult({ text, effects }),
        (error: unknown) => {
          if (!(error instanceof Failure)) throw error
          if (!canceled) setResult({ text, failure: error })
        },
      )
    }, DELAY)
    return () => {
      canceled = true
      clearTimeout(timer)
    }
  }, [name, text, shouldLoad])
  if (changed && !shouldLoad) return { failure: new Failure(400, messages.policyNotJson), working: false }
  const { text: of, ...rest } = result
  return { ...rest, working: shouldLoad && of !== text }
}
