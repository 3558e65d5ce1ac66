import { counted, displayName } from 'stowage'
import { Banner, Stack, Muted } from 'stowage/ui'
import type { Created } from '../../create/contract.ts'
import * as styles from './wizard.css.ts'
import * as messages from '../../messages.ts'

const kinds = {
  Secret: 'secret',
  ConfigMap: 'config map',
  PersistentVolumeClaim: 'volume claim',
  ServiceAccount: 'service account',
} as const

/** Resources that a copy references and that are missing in its namespace. */
export const Needs = ({ of: needs = [] }: { of: Created['needs'] }) =>
  needs.length === 0 ? null : (
    <Banner tone="warning">
      The copied fields refer to objects that must exist in the new namespace. Create them first:
      <ul className={styles.sentences}>
        {needs.map(({ kind, name, paths, state }) => (
          <li key={`${kind} ${name}`}>
            {`${kinds[kind]} ${displayName(name)}, used by ${paths.join(', ')}`}
            {state === 'unknown' && ' (whether it exists is unknown)'}
          </li>
        ))}
      </ul>
    </Banner>
  )

const textOf = (value: string | undefined) => (value === undefined ? 'Not set' : displayName(value) || 'Empty')

/** Every field that differs between a copy and its original. */
export const Differences = ({ of: differences }: { of: Created['differences'] }) => {
  if (!differences) return null
  return (
    <details>
      <summary className={styles.summary}>
        {differences.length === 0
          ? messages.manifestsEqual
          : `${counted(differences.length, { one: 'field differs', many: 'fields differ' })} from the other tenant`}
      </summary>
      <Stack as="ul" gap={3} className={styles.parts}>
        {differences.map(({ path, before, after }) => (
          <Stack as="li" key={path} className={styles.difference}>
            <code>{displayName(path)}</code>
            <Muted>{`${textOf(before)} → ${textOf(after)}`}</Muted>
          </Stack>
        ))}
      </Stack>
    </details>
  )
}
