import { call, showToast } from 'stowage/web'
import { confirm } from 'stowage/ui'
import { type Section, settings as calls } from '../contract.ts'
import { Consequences, lockoutWarnings } from './lockout.tsx'
import { forgetUnsaved, titleOf } from './unsaved.ts'
import { clearPendingValues } from './pending-values.ts'
import * as messages from '../messages.ts'

/** Label of the button that resets a default target or removes a named one. */
type Target = { section: Section; stored: { target: string } }

export const resetVerb = ({ section, stored }: Target) =>
  stored.target === '_' ? 'Reset to Defaults' : `Remove ${section.targetLabel ?? 'Target'}`

/** Asks, then resets the default target or removes a named one; resolves with whether it did. */
export const reset = async (form: Target) => {
  const { section, stored } = form
  const isNamed = stored.target !== '_'
  const changes = [{ section: section.key, lockout: section.lockout, key: '', after: '' }]
  const warnings = lockoutWarnings(changes)
  let restart = false
  const isConfirmed = await confirm({
    title: resetVerb(form),
    body: (
      <>
        <p>
          {isNamed ? 'This removes ' : 'This sets '}
          <strong>{titleOf(form)}</strong>
          {isNamed ? ', with all its settings.' : messages.resetErasesSecrets}
        </p>
        {warnings.length > 0 && (
          <>
            <p>{messages.usersLockedOut(section.title)}</p>
            <Consequences changes={changes} />
          </>
        )}
      </>
    ),
    undo: 'never',
    typed: warnings.length > 0 ? section.title : undefined,
    verb: isNamed ? 'Remove' : 'Reset',
    run: async () => {
      ;({ restart } = await call(calls.reset, { params: { name: section.key, target: stored.target } }))
    },
  })
  if (!isConfirmed) return false
  forgetUnsaved(form)
  clearPendingValues(section.key, stored.target)
  showToast(restart ? messages.changeNeedsServerRestart : messages.sectionSaved(section.title))
  return true
}
