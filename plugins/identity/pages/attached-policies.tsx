import ArrowRight from 'lucide-react/icons/arrow-right'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { encodeSegment } from 'stowage'
import { column, ListTab } from 'stowage/ui'
import { canOpenPage } from 'stowage/web'
import * as messages from '../messages.ts'
import { SetPolicies } from './set-policies.tsx'

const addressOf = (policy: string) => (canOpenPage('/policies/*') ? `/policies/${encodeSegment(policy)}` : undefined)

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
export const AttachedPolicies = (props: AttachedPoliciesProps) => {
  const { entity, name, policies, groups = [], none, blocked, onDone } = props
  return (
    <ListTab
      noun={{ one: 'policy', many: 'policies' }}
      source={{ rows: policies, reload: onDone }}
      rowKey={(policy) => policy}
      columns={[column.name('Policy', (policy: string) => policy, { id: 'name', href: addressOf })]}
      create={{
        label: 'Set Policies',
        icon: ShieldCheck,
        disabled: blocked,
        dialog: (dialog) => <SetPolicies {...{ entity, name, groups }} current={policies} {...dialog} />,
      }}
      actions={[{ label: 'View', icon: ArrowRight, href: addressOf }]}
      empty={{ icon: ShieldCheck, title: messages.noPolicyIsAttached(entity), text: none }}
      table={{ height: 'content' }}
    />
  )
}
