import { call, say } from 'stowage/web'
import { confirm } from 'stowage/ui'
import { settings as calls } from '../contract.ts'
import { lockouts, Remaining } from './lockout.tsx'
import { forget, titleOf, type Unsaved } from './unsaved.ts'
import { forgetWaiting } from './waiting.ts'

/** What the button says that sets a target to its defaults, or takes a named one away. */
export const resetVerb = ({ shape, held }: Pick<Unsaved, 'shape' | 'held'>) =>
  held.target === '_' ? 'Reset to Defaults' : `Remove ${shape.noun ?? 'Target'}`

/** Asks, then sets a target to its defaults, or takes a named one away; tells whether it was done. */
export const reset = async (form: Pick<Unsaved, 'shape' | 'held'>) => {
  const { shape, held } = form
  const isNamed = held.target !== '_'
  const changes = [{ section: shape.id, key: '', after: '' }]
  const warnings = lockouts(changes)
  let restart = false
  const gone = await confirm({
    title: resetVerb(form),
    body: (
      <>
        <p>
          {isNamed ? 'This removes ' : 'This sets '}
          <strong>{titleOf(form)}</strong>
          {isNamed ? ', with all its settings.' : ' to its defaults. Secrets among its settings are erased.'}
        </p>
        {warnings.length > 0 && (
          <>
            <p>Everybody who signs in with {shape.title} can no longer sign in.</p>
            <Remaining changes={changes} />
          </>
        )}
      </>
    ),
    undo: 'never',
    typed: warnings.length > 0 ? shape.title : undefined,
    verb: isNamed ? 'Remove' : 'Reset',
    busyVerb: isNamed ? 'Removing' : 'Resetting',
    run: async () => {
      ;({ restart } = await call(calls.reset, { params: { name: shape.id, target: held.target } }))
    },
  })
  if (!gone) return false
  forget(form)
  forgetWaiting(shape.id, held.target)
  say(restart ? 'It counts after a restart of the server' : 'Configuration successfully saved')
  return true
}
