import { type SectionChange, useCall } from 'stowage/web'
import type { Failure } from 'stowage'
import { type Administrators, policies, remainingAdministrators, unknownAdministrators } from '../contract.ts'

const isRootOff = ({ section, key, after }: SectionChange) =>
  section === 'api' && key === 'root_access' && after === 'off'

/** Who can still manage users and policies after changes of the configuration. */
export const remaining = (
  changes: readonly SectionChange[],
  { data, error }: { data?: Administrators | undefined; error?: Failure | undefined },
) => {
  if (data) return remainingAdministrators(data, { root: changes.some(isRootOff) ? 'goes' : 'stays' })
  return error && unknownAdministrators(error)
}

/** Shown on the Settings page before changes that can lock people out. */
export default function Remaining({ changes }: { changes: readonly SectionChange[] }) {
  const sentence = remaining(changes, useCall(policies.administrators, { body: {} }))
  return sentence !== undefined && <p>{sentence}</p>
}
