import { useEffect, useRef } from 'react'
import { navigate } from 'stowage/web'
import { Segmented } from 'stowage/ui'

/** Whether the page that appears next takes the focus over from the control that led to it. */
let arriving = false

/** Goes to the same folder with another scope of the search; the focus stays on what chooses the scope. */
export const changeScope = (address: string) => {
  arriving = true
  void navigate(address)
}

/** Marks what gets the focus after `changeScope`: its pressed button, or else its first control. */
export const useArrivingFocus = () => {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!arriving) return
    arriving = false
    const own = place.current
    ;(
      own?.querySelector<HTMLElement>('[aria-pressed=true]') ?? own?.querySelector<HTMLElement>('button, input')
    )?.focus()
  }, [])
  return place
}

type ScopeProps = { value: 'folder' | 'below'; other: string }

/** Where is searched: in the folder, or below it as well. `other` is the address of the page for the other choice. */
export const Scope = ({ value, other }: ScopeProps) => (
  <Segmented
    label="Where to search"
    value={value}
    items={[
      { id: 'folder', label: 'This folder' },
      { id: 'below', label: 'And below' },
    ]}
    onChange={(where) => where !== value && changeScope(other)}
  />
)
