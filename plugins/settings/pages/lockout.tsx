import { type ComponentType, useEffect, useState } from 'react'
import type { Lockout } from 'stowage'
import { type AccessPanel, type SectionChange, usePanels } from 'stowage/web'
import { Banner, Checkbox } from 'stowage/ui'
import type { PastChange } from '../contract.ts'
import * as messages from '../messages.ts'

/** A change that is about to be saved, and the lockout that its section declares. */
export type ChangeToSave = SectionChange & { lockout?: Lockout | undefined }

/** Changes that restoring an entry of the history would save. */
export const restoredChanges = ({ kind, lines }: Pick<PastChange, 'kind' | 'lines'>): ChangeToSave[] =>
  lines.flatMap(({ section, lockout, values, secrets }) => {
    const change = (key: string, after: string) => ({ section, lockout, key, after })
    if (kind === 'reset') return [change('', '')]
    return [
      ...Object.entries(values).map(([key, after]) => change(key, after)),
      ...secrets.map((key) => change(key, '')),
    ]
  })

const canLockOut = ({ lockout, key, after }: ChangeToSave) =>
  lockout !== undefined && (!lockout.condition || (lockout.condition.key === key && lockout.condition.value === after))

/** Warnings about changes that can lock people out; empty if none can. */
export const lockoutWarnings = (changes: readonly ChangeToSave[]): string[] => [
  ...new Set(changes.filter(canLockOut).flatMap(({ lockout }) => lockout?.warning ?? [])),
]

type Loaded = { Component?: ComponentType<{ changes: readonly SectionChange[] }>; failed?: true }

const Access = ({ of: { access }, changes }: { of: AccessPanel; changes: readonly ChangeToSave[] }) => {
  const [{ Component, failed }, setLoaded] = useState<Loaded>({})
  useEffect(() => {
    let isOver = false
    const show = (next: Loaded) => !isOver && setLoaded(next)
    access().then(
      ({ default: Component }) => show({ Component: Component }),
      () => show({ failed: true }),
    )
    return () => {
      isOver = true
    }
  }, [access])
  if (failed) return <p>{messages.signInsAfterwardsUnknown}</p>
  return Component && <Component changes={changes} />
}

/** Messages of plugins about the accounts that still have access afterwards. */
export const Consequences = ({ changes }: { changes: readonly ChangeToSave[] }) =>
  usePanels().map((panel) => 'access' in panel && <Access key={panel.id} of={panel} changes={changes} />)

type LockoutProps = { changes: readonly ChangeToSave[]; accepted: boolean; onAccept: (accepted: boolean) => void }

/** Asks for a second confirmation if people can be locked out; otherwise empty. */
export const LockoutWarning = ({ changes, accepted, onAccept }: LockoutProps) => {
  const warnings = lockoutWarnings(changes)
  if (warnings.length === 0) return null
  return (
    <>
      <Banner tone="danger">
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
        <Consequences changes={changes} />
      </Banner>
      <Checkbox label={messages.confirmOtherSignIn} value={accepted} onChange={onAccept} />
    </>
  )
}

/** Why a dialog cannot be confirmed yet: the risk of a lockout is not accepted. */
export const lockoutReason = (changes: readonly ChangeToSave[], accepted: boolean) =>
  lockoutWarnings(changes).length > 0 && !accepted && messages.confirmNotLockedOut
