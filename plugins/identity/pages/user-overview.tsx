import ShieldCheck from 'lucide-react/icons/shield-check'
import { counted, date, encodeSegment } from 'stowage'
import { Badges, column, Details, Link, ListTab, Muted, Stack } from 'stowage/ui'
import { canOpenPage, useCallRefusals, useLink, useMissingFeature } from 'stowage/web'
import { identity, type User } from '../contract.ts'
import * as messages from '../messages.ts'
import * as styles from './user-overview.css.ts'
import { aboutRole } from './role.tsx'
import { SetPolicies } from './set-policies.tsx'
import { type DetailsOfGroups, useGroupDetails } from './use-group-details.ts'
import { type LastSeen, useLastSeen } from './use-last-seen.ts'
import { UserStatus } from './user-status.tsx'
import { useMissingParts } from './use-missing-parts.ts'

/** A policy that applies to a user, or a group whose policies are unknown. */
type Origin = {
  policy: string | undefined
  group: string | undefined
  state: 'applies' | 'off' | 'loading' | 'unknown'
}

/** Each policy with its origin: the user's own first, then those of each group. With a disabled group, none applies. */
export const originsOf = (
  { policy, memberOf }: Pick<User, 'policy' | 'memberOf'>,
  details: DetailsOfGroups | undefined,
): Origin[] => {
  const state = memberOf.some((group) => details?.get(group)?.status === 'disabled') ? 'off' : 'applies'
  return [
    ...policy.map((name): Origin => ({ policy: name, group: undefined, state })),
    ...memberOf.flatMap((group): Origin[] => {
      const groupDetails = details?.get(group)
      if (groupDetails) return groupDetails.policies.map((name) => ({ policy: name, group, state }))
      // a group that was deleted meanwhile grants nothing
      if (details?.state === 'loaded') return []
      return [{ policy: undefined, group, state: details?.state === 'loading' ? 'loading' : 'unknown' }]
    }),
  ]
}

const stateTexts = {
  applies: 'Applies',
  off: messages.groupIsDisabled,
  loading: 'Loading',
  unknown: messages.groupCannotBeRead,
} as const

const policyPage = ({ policy }: Origin) =>
  policy && canOpenPage('/policies/*') ? `/policies/${encodeSegment(policy)}` : undefined

const groupPage = ({ group }: Origin) =>
  group && canOpenPage('/groups/:groupName+') ? `/groups/${encodeSegment(group)}` : undefined

const columns = [
  column.name('Policy', ({ policy }: Origin) => policy ?? 'Unknown', { href: policyPage }),
  column.text('From', ({ group }: Origin) => (group ? messages.fromGroup(group) : 'Attached directly'), {
    href: groupPage,
    narrow: 'second',
  }),
  column.text('State', ({ state }: Origin) => stateTexts[state], { look: 'muted', narrow: 'second' }),
]

const LastSeenText = ({ of, href }: { of: LastSeen; href: string | undefined }) => {
  if (of.state === 'loading') return <Muted>…</Muted>
  if (of.state === 'unknown') return <Muted>{messages.lastSeenUnknown}</Muted>
  if (of.state === 'none') return <>{messages.notSeenSince(date(of.since))}</>
  const text = messages.lastSeen(date(of.at), of.name)
  return href ? <Link href={href}>{text}</Link> : <>{text}</>
}

type OverviewProps = {
  user: User
  /** Number of service accounts; `undefined` if unknown. */
  accounts: number | undefined
  /** Why the policies cannot be changed. */
  blocked: string | false
  onDone: () => Promise<void>
}

/** Permissions of a user, their origin, and when the user was last seen. */
export const UserOverview = ({ user, accounts, blocked, onDone }: OverviewProps) => {
  const refusal = useCallRefusals({ details: identity.groupDetails })
  const details = useGroupDetails(user.memberOf, !refusal('details'))
  const lastSeen = useLastSeen(user.accessKey)
  const activity = useLink('history')?.({ account: user.accessKey })
  const missing = useMissingParts()
  const isPartlyKnown = useMissingFeature('access-check')
  const role = user.role && aboutRole(user.role)
  const groups = user.memberOf.length > 0 ? <Badges items={user.memberOf} max={8} /> : <Muted tone="faint">None</Muted>
  const keys =
    accounts === undefined ? (
      'Unknown'
    ) : accounts === 0 ? (
      <Muted tone="faint">None</Muted>
    ) : (
      counted(accounts, { one: 'service account', many: 'service accounts' })
    )
  return (
    <Stack gap={7}>
      <Details
        rows={[
          ...(role
            ? [
                { label: 'Role', value: role.label },
                { label: 'Permissions', value: role.hint },
              ]
            : []),
          ...(missing.status ? [] : [{ label: 'Status', value: <UserStatus of={user.status} /> }]),
          ...(lastSeen ? [{ label: 'Last Seen', value: <LastSeenText of={lastSeen} href={activity} /> }] : []),
          ...(missing.groups ? [] : [{ label: 'Groups', value: groups }]),
          ...(missing.accessKeys ? [] : [{ label: 'Service Accounts', value: keys }]),
        ]}
      />
      {!missing.policies && (
        <section>
          <h2 className={styles.heading}>Effective Policies</h2>
          <ListTab
            noun={{ one: 'policy', many: 'policies' }}
            source={{ rows: originsOf(user, details), reload: onDone }}
            rowKey={({ policy = '', group = '' }) => JSON.stringify([policy, group])}
            columns={columns}
            create={{
              label: 'Set Policies',
              icon: ShieldCheck,
              disabled: blocked,
              dialog: (dialog) => (
                <SetPolicies
                  entity="user"
                  name={user.accessKey}
                  groups={user.memberOf}
                  current={user.policy}
                  {...dialog}
                />
              ),
            }}
            empty={{
              icon: ShieldCheck,
              title: messages.noPolicyApplies,
              text: isPartlyKnown ? messages.permissionsFromElsewhere : messages.userWithoutPolicyHasNoAccess,
            }}
            table={{ height: 'content' }}
          />
        </section>
      )}
    </Stack>
  )
}
