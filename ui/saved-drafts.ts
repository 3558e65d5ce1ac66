import { useEffect, useRef, useState } from 'react'
import { currentLocation, onNavigate } from '../core/web/location.ts'
import { session } from '../core/web/session.ts'
import type { Drafts } from './field-specs.ts'

type FormId = { account: string | undefined; path: string; name: string; fields: string }
type Saved = FormId & { changed: Drafts }

// only in memory, because it may contain secrets
let saved: readonly Saved[] = []

// a form that is opened again much later starts with stored values
onNavigate(() => {
  if (session.state === 'in') saved = saved.filter(({ path }) => path === currentLocation().path)
})

const isSame = (one: FormId, other: FormId) =>
  one.account === other.account && one.path === other.path && one.name === other.name && one.fields === other.fields

/**
 * Saves the changed fields of a form if the session ends, and returns them once to the same form, after the same
 * account has signed in again without leaving the console. `name` identifies the form on its page; without one, nothing
 * is saved. Returns `undefined` if there are none.
 */
export const useSavedDrafts = (name: string | undefined, fields: readonly string[]) => {
  const [form] = useState(() => ({
    account: session.value?.account,
    path: currentLocation().path,
    name: name ?? '',
    fields: fields.join(' '),
  }))
  const isOn = name !== undefined
  const [restored] = useState(() => (isOn ? saved.find((one) => isSame(one, form))?.changed : undefined))
  const latest = useRef<Drafts>(undefined)
  useEffect(() => {
    if (!isOn) return
    saved = saved.filter((one) => one.account === form.account && !isSame(one, form))
    return () => {
      const { current: changed } = latest
      if (changed && session.state === 'out' && session.endReason === 'refused')
        saved = [...saved, { ...form, changed }]
    }
  }, [])
  return {
    restored,
    /** Sets the fields to save, by name; `undefined` if none is changed. */
    update: (changed: Drafts | undefined) => {
      latest.current = changed
    },
  }
}
