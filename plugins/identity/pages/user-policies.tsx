import ArrowRight from 'lucide-react/icons/arrow-right'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { segment, useQuery } from '../../../core/location.ts'
import { allows } from '../../../core/session.ts'
import { Button } from '../../../core/ui/button.tsx'
import { Spacer, Toolbar } from '../../../core/ui/page.tsx'
import { Search } from '../../../core/ui/search.tsx'
import { Table } from '../../../core/ui/table.tsx'
import type { User } from '../contract.ts'
import { SetPolicies } from './set-policies.tsx'

const addressOf = (policy: string) => `/policies/${segment(policy)}`

type UserPoliciesProps = {
  user: User
  /** Why the policies cannot be changed. */
  blocked: string | false
  onDone: () => Promise<void>
}

/** The policies attached to a user itself; those of its groups count as well. */
export const UserPolicies = ({ user, blocked, onDone }: UserPoliciesProps) => {
  const [search, setSearch] = useQuery('search')
  const [setting, setSetting] = useState(false)
  const mayView = allows('/policies/*')
  const assign = (
    <Button tone="primary" icon={ShieldCheck} disabled={blocked} onPress={() => setSetting(true)}>
      Assign Policies
    </Button>
  )
  return (
    <>
      <Toolbar>
        <Search label="Search Policies" value={search} onChange={setSearch} />
        <Spacer />
        {user.policy.length > 0 && assign}
      </Toolbar>
      <Table
        rows={user.policy}
        columns={[
          {
            id: 'name',
            title: 'Policy',
            look: 'name',
            value: (policy) => policy,
            href: (policy) => (mayView ? addressOf(policy) : undefined),
          },
        ]}
        rowKey={(policy) => policy}
        noun={{ one: 'policy', many: 'policies' }}
        initialSort="name"
        height="content"
        search={search}
        onClearSearch={() => setSearch('')}
        actions={mayView ? (policy) => [{ label: 'View', icon: ArrowRight, href: addressOf(policy) }] : undefined}
        empty={{
          icon: ShieldCheck,
          title: 'No policy is attached to this user.',
          text: user.hasPolicy
            ? 'What it may do comes from its groups.'
            : 'Without a policy it can sign in but see nothing.',
          action: assign,
        }}
      />
      {setting && (
        <SetPolicies
          entity="user"
          name={user.accessKey}
          current={user.policy}
          groups={user.memberOf}
          onClose={() => setSetting(false)}
          onDone={onDone}
        />
      )}
    </>
  )
}
