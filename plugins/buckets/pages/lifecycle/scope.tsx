import { displayName } from 'stowage'
import type { LifecycleRule } from '../../contract.ts'
import { tagText } from '../tag-editor.tsx'
import { describeSizes } from './describe-rule.ts'

/** The objects that a rule applies to, as part of a sentence. */
export const Scope = ({ of: rule }: { of: LifecycleRule }) => {
  const tags = rule.tags.map(tagText).join(', ')
  const only = [describeSizes(rule), tags && `tagged ${displayName(tags)}`].filter(Boolean).join(', ')
  return (
    <>
      {rule.prefix ? (
        <>
          keys that begin with <strong>{displayName(rule.prefix)}</strong>
        </>
      ) : (
        'the whole bucket'
      )}
      {only && `, but only objects ${only}`}
    </>
  )
}
