import { shown } from '../../../../core/format.ts'
import type { LifecycleRule } from '../../contract.ts'

/** What a rule holds for, within a sentence. */
export const Scope = ({ of: { prefix } }: { of: LifecycleRule }) =>
  prefix ? (
    <>
      keys that begin with <strong>{shown(prefix)}</strong>
    </>
  ) : (
    'the whole bucket'
  )
