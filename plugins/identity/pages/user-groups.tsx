import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { segment } from 'stowage'
import { allows, useQuery } from 'stowage/web'
import { Button, Search, Spacer, Table, Toolbar } from 'stowage/ui'
import type { User } from '../contract.ts'
import { SetGroups } from './set-groups.tsx'
import * as messages from '../messages.ts'

const addressOf = (group: string) => (allows('/groups/:groupName+') ? `/groups/${segment(group)}` : undefined)

type UserGroupsProps = {
  user: User
  /** Why the groups cannot be changed. */
  blocked: string | false
  onDone: () => Promise<void>
}

/** Groups of a user. */
export const UserGroups = ({ user, blocked, onDone }: UserGroupsProps) => {
  const [search, setSearch] = useQuery('search')
  const [setting, setSetting] = useState(false)
  const add = (
    <Button tone="primary" icon={Users} disabled={blocked} onPress={() => setSetting(true)}>
      Set Groups
    </Button>
  )
  return (
    <>
      <Toolbar>
        <Search label="Search Groups" value={search} onChange={setSearch} />
        <Spacer />
        {user.memberOf.length > 0 && add}
      </Toolbar>
      <Table
        rows={user.memberOf}
        columns={[{ id: 'name', title: 'Name', look: 'name', value: (group) => group, href: addressOf }]}
        rowKey={(group) => group}
        noun={{ one: 'group', many: 'groups' }}
        initialSort="name"
        height="content"
        search={search}
        onClearSearch={() => setSearch('')}
        empty={{
          icon: Users,
          title: messages.userIsInNoGroup,
          text: messages.groupGivesSamePolicies,
          action: add,
        }}
      />
      {setting && <SetGroups user={user} onClose={() => setSetting(false)} onDone={onDone} />}
    </>
  )
}
