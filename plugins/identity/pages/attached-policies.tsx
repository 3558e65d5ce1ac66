import ArrowRight from 'lucide-react/icons/arrow-right'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { segment } from 'stowage'
import { allows, useQuery } from 'stowage/web'
import { Button, Search, Spacer, Table, Toolbar } from 'stowage/ui'
import { SetPolicies } from './set-policies.tsx'
import * as messages from '../messages.ts'

const addressOf = (policy: string) => `/policies/${segment(policy)}`

type AttachedPoliciesProps = {
  entity: 'user' | 'group'
  name: string
  policies: readonly string[]
  /** The user's groups. */
  groups?: readonly string[]
  /** Explains the effect of having no policy. */
  none: string
  /** Why the policies cannot be changed. */
  blocked: string | false
  onDone: () => Promise<void>
}

/** Policies attached directly to a user or group. */
export const AttachedPolicies = ({
  entity,
  name,
  policies,
  groups = [],
  none,
  blocked,
  onDone,
}: AttachedPoliciesProps) => {
  const [search, setSearch] = useQuery('search')
  const [setting, setSetting] = useState(false)
  const mayView = allows('/policies/*')
  const assign = (
    <Button tone="primary" icon={ShieldCheck} disabled={blocked} onPress={() => setSetting(true)}>
      Set Policies
    </Button>
  )
  return (
    <>
      <Toolbar>
        <Search label="Search Policies" value={search} onChange={setSearch} />
        <Spacer />
        {policies.length > 0 && assign}
      </Toolbar>
      <Table
        rows={policies}
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
          title: messages.noPolicyIsAttached(entity),
          text: none,
          action: assign,
        }}
      />
      {setting && (
        <SetPolicies
          entity={entity}
          name={name}
          current={policies}
          groups={groups}
          onClose={() => setSetting(false)}
          onDone={onDone}
        />
      )}
    </>
  )
}
