import { getPreference } from 'stowage/web'

export type SetupProgress = 'started' | 'done'

/** Values that earlier versions stored. */
const renamedValues: Readonly<Record<string, SetupProgress>> = { begun: 'started', gone: 'done' }

/** Progress of the setup steps as stored by this browser under `name`. */
export const getSetupProgress = (name: string): SetupProgress | undefined => {
  const stored = getPreference(name)
  if (stored === 'started' || stored === 'done') return stored
  return stored === undefined ? undefined : renamedValues[stored]
}
