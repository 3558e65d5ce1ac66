import { useEffect, useRef } from 'react'
import { navigate } from 'stowage/web'
import { Segmented } from 'stowage/ui'

/** Whether the next page takes over the focus from the control that opened it. */
let arriving = false

/** Opens the same folder with another search scope, and keeps the focus on the scope control. */
export const changeScope = (address: string) => {
  arriving = true
  void navigate(address)
}

/** Ref for the element that gets the focus after `changeScope`: its pressed button, else its first control. */
export const useArrivingFocus = () => {
  const anchor = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!arriving) return
    arriving = false
    const own = anchor.current
    ;(
      own?.querySelector<HTMLElement>('[aria-pressed=true]') ?? own?.querySelector<HTMLElement>('button, input')
    )?.focus()
  }, [])
  return anchor
}

type ScopeProps = { value: 'folder' | 'below'; other: string }

/** Scope of the search: this folder, or including subfolders. `other` is the address for the other choice. */
export const Scope = ({ value, other }: ScopeProps) => (
  <Segmented
    label="Where to search"
    value={value}
    items={[
      { id: 'folder', label: 'This folder' },
      { id: 'below', label: 'With subfolders' },
    ]}
    onChange={(where) => where !== value && changeScope(other)}
  />
)
