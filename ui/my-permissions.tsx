import { core, type Statement } from '../core/protocol/calls.ts'
import { displayName } from '../core/protocol/format.ts'
import { actionLabel } from '../core/protocol/missing-permissions.ts'
import { useSession } from '../core/web/session.ts'
import { useCall } from '../core/web/use-call.ts'
import { Button } from './button.tsx'
import { Details, type DetailRow } from './details.tsx'
import { Dialog } from './dialog.tsx'
import * as styles from './my-permissions.css.ts'
import { LoadFailure } from './load-failure.tsx'
import { Skeleton } from './skeleton.tsx'
import { Badge } from './status.tsx'
import { mono } from './text.css.ts'
import {
  serviceAccountRestriction,
  combinedPolicies,
  noPolicyAttached,
  permissionsUnknown,
  combinedRoles,
} from './messages.ts'

const listOf = (texts: readonly string[]) => (
  <ul className={styles.lines}>
    {texts.map((text) => (
      <li key={text} className={mono}>
        {displayName(text)}
      </li>
    ))}
  </ul>
)

const rowsOf = ({ actions, notActions, resources, notResources, condition }: Statement): DetailRow[] =>
  [
    { label: 'Actions', of: actions?.map(actionLabel) },
    { label: 'All actions but', of: notActions },
    { label: 'On', of: resources },
    { label: 'On all but', of: notResources },
    { label: 'Only if', of: condition === undefined ? undefined : [condition] },
  ].flatMap(({ label, of }) => (of && of.length > 0 ? [{ label, value: listOf(of) }] : []))

const Statements = ({ of }: { of: readonly Statement[] }) => (
  <ol className={styles.statements}>
    {of.map((statement, at) => (
      <li key={at}>
        <Badge tone={statement.effect === 'Deny' ? 'danger' : 'ok'}>
          {statement.effect === 'Deny' ? 'Never' : 'Allowed'}
        </Badge>
        <Details rows={rowsOf(statement)} />
      </li>
    ))}
  </ol>
)

/** Permissions of the account by its own policies, statement by statement. */
export const PermissionsDialog = ({ onClose }: { onClose: () => void }) => {
  const { account, operator, rights } = useSession()
  const { data, error, reload } = useCall(core.granted)
  return (
    <Dialog title="What I Can Do" onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
      {error && !data && (
        <LoadFailure what={operator ? 'your roles' : 'your policies'} error={error} onRetry={() => void reload()} />
      )}
      {!data && !error && <Skeleton rows={4} columns={2} />}
      {data && (
        <p>
          {operator
            ? combinedRoles(displayName(account))
            : rights === 'unknown'
              ? permissionsUnknown
              : data.own.length === 0
                ? noPolicyAttached(displayName(account))
                : combinedPolicies(displayName(account))}
        </p>
      )}
      {data && <Statements of={data.own} />}
      {data?.restriction && (
        <>
          <p>{serviceAccountRestriction}</p>
          <Statements of={data.restriction} />
        </>
      )}
    </Dialog>
  )
}
