import DoorClosed from 'lucide-react/icons/door-closed'
import UserRoundX from 'lucide-react/icons/user-round-x'
import { useSession } from '../session.ts'
import { Empty, NoAccess, WhatICan } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'

/**
 * What stands at the address of a page that the account does not have: what it would take, or what the storage has not.
 */
export const Forbidden = ({ page, title }: { page: string; title: string }) => {
  const { withheld } = useSession()
  const { actions = [], lack } = withheld.find((one) => one.page === page) ?? {}
  return (
    <Page title={title || '403 Forbidden'}>
      {lack === undefined ? (
        <NoAccess what={title ? title.toLowerCase() : 'this page'} needs={actions.map((action) => ({ action }))} />
      ) : (
        <Empty
          icon={DoorClosed}
          title={`There is no page ${title ? `for ${title.toLowerCase()} ` : ''}here`}
          text={lack}
        />
      )}
    </Page>
  )
}

/** In place of the home page, for whoever has no policy at all. */
export const NoRights = ({ title }: { title: string }) => {
  const { account } = useSession()
  return (
    <Page title={title || '403 Forbidden'}>
      <Empty
        icon={UserRoundX}
        title="Nothing is allowed to you yet"
        text={`No policy is attached to ${account}, nor to a group that it is in. Ask an administrator to attach one.`}
        action={<WhatICan />}
      />
    </Page>
  )
}
