import ShieldCheck from 'lucide-react/icons/shield-check'
import User from 'lucide-react/icons/user'
import { encodeSegment } from 'stowage'
import { canOpenPage, useCall, useQuery } from 'stowage/web'
import { NameList, Tabs } from 'stowage/ui'
import { UsersWithAccess } from './users-with-access.tsx'
import { buckets } from '../contract.ts'
import * as messages from '../messages.ts'

/** Policies that apply to a bucket, and the users they give access (spec/2 section 2). */
export const Audit = ({ bucket }: { bucket: string }) => {
  const seesUsers = canOpenPage('/users')
  const policies = useCall(buckets.policies, { params: { bucket } })
  const users = useCall(buckets.usersWithAccess, { params: { bucket } }, { when: seesUsers })
  const [requested, setKind] = useQuery('of', 'policies')
  const [, setSearch] = useQuery('search')
  const kind = requested === 'users' && seesUsers ? 'users' : 'policies'
  const names = policies.data && (policies.data.policies ?? []).map(({ name }) => name)
  return (
    <Tabs
      label="Access Audit"
      look="side"
      value={kind}
      onChange={(next) => {
        setSearch('')
        setKind(next)
      }}
      items={[
        { id: 'policies', label: 'Policies', icon: ShieldCheck, count: names?.length },
        ...(seesUsers ? [{ id: 'users' as const, label: 'Users', icon: User, count: users.data?.length }] : []),
      ]}
    >
      {kind === 'policies' ? (
        <NameList
          noun={{ one: 'policy', many: 'policies' }}
          icon={ShieldCheck}
          names={{ ...policies, data: names }}
          address={canOpenPage('/policies/*') ? (policy) => `/policies/${encodeSegment(policy)}` : undefined}
          empty={{ title: messages.noPolicyAppliesToBucket, text: messages.onlyRootHasAccess }}
        />
      ) : (
        <UsersWithAccess users={users} />
      )}
    </Tabs>
  )
}
