import { useCallRefusals, useSession } from 'stowage/web'
import { policies } from 'stowage/plugins/policies'
import { identity } from '../../contract.ts'
import { Page } from 'stowage/ui'
import { content } from 'stowage/classes'
import { Export } from './export.tsx'
import { Import } from './import.tsx'
import * as messages from '../../messages.ts'

/** Export and import of users, groups, policies and assignments. */
export default function Transfer() {
  const { plugins } = useSession()
  const refusal = useCallRefusals({
    read: [identity.users, identity.groups, identity.groupDetails, policies.list],
    users: identity.addUser,
    groups: identity.addGroup,
    policies: policies.add,
    assign: identity.setPolicy,
  })
  const blocked = (!plugins.includes('policies') && messages.policiesPluginOff) || refusal('read')
  // an import applies the changes that the account may make, and lists the others as failed
  const cannotChange = (['users', 'groups', 'policies', 'assign'] as const).every((id) => refusal(id))
  return (
    <Page title="Export and Import" crumbs={[{ label: 'Users', href: '/users' }]}>
      <div className={content}>
        <Export blocked={blocked} />
        <Import blocked={blocked || (cannotChange && refusal('users'))} />
      </div>
    </Page>
  )
}
