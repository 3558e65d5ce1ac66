import type { ReactNode } from 'react'
import { missingPermissionsOf, hiddenReasonFor } from 'stowage'
import type { CallState } from 'stowage/web'
import { Status, Muted } from 'stowage/ui'

type OnOffProps = { on: boolean; off?: 'Disabled' | 'Suspended' | 'Paused'; note?: string | false | undefined }

/** Enabled or disabled, with an optional note. */
export const OnOff = ({ on, off = 'Disabled', note }: OnOffProps) => (
  <>
    <Status tone={on ? 'ok' : 'unknown'}>{on ? 'Enabled' : off}</Status>
    {note && <Muted tone="faint">{note}</Muted>}
  </>
)

/** A loaded value, or the reason why it is hidden. */
export const Loaded = <T,>({
  of: { data, error },
  children,
}: {
  of: CallState<T>
  children: (data: T) => ReactNode
}) => {
  if (data !== undefined) return children(data)
  if (!error) return null
  const missing = missingPermissionsOf(error)
  return (
    <Muted tone="faint">{error.status === 403 && missing.length > 0 ? hiddenReasonFor(missing) : error.message}</Muted>
  )
}
