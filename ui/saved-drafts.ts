import { useEffect, useRef, useState } from 'react'
import { currentLocation } from '../core/web/location.ts'
import { session } from '../core/web/session.ts'
import type { Drafts } from './field-specs.ts'

type Saved = { account: string | undefined; path: string; fields: string; drafts: Drafts }

// only in memory, because it may contain secrets
let saved: Saved | undefined

const isSame = (one: Omit<Saved, 'drafts'>, other: Omit<Saved, 'drafts'>) =>
  one.account === other.account && one.path === other.path && one.fields === other.fields

/**
 * Saves the input of a page's form if the session ends, and returns it once to the same form after the same account has
 * signed in again without leaving the console. Returns `undefined` if there is none.
 */
export const useSavedDrafts = (isOn: boolean, names: readonly string[]) => {
  const [form] = useState(() => ({
    account: session.value?.account,
    path: currentLocation().path,
    fields: names.join(' '),
  }))
  const [restored] = useState(() => (isOn && saved && isSame(saved, form) ? saved.drafts : undefined))
  const changed = useRef<Drafts>(undefined)
  useEffect(() => {
    if (!isOn) return
    saved = undefined
    return () => {
      const { current: drafts } = changed
      if (drafts && session.state === 'out' && session.endReason === 'refused') saved = { ...form, drafts }
    }
  }, [])
  return {
    restored,
    /** Sets the input to save; `undefined` if it is unchanged. */
    update: (drafts: Drafts | undefined) => {
      changed.current = drafts
    },
  }
}
