import type { LucideIcon } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { displayName } from '../core/protocol/format.ts'
import { currentLocation, setQuery, useQuery } from '../core/web/location.ts'
import type { CallState } from '../core/web/use-call.ts'
import { Actions, type PageAction } from './actions.tsx'
import { Button } from './button.tsx'
import { Empty } from './no-access.tsx'
import { Loaded } from './loaded.tsx'
import { Page } from './page.tsx'
import type { Pin } from './pins.ts'
import type { Copyable } from './copy-button.tsx'
import { type TabItem, Tabs } from './tabs.tsx'

type Crumb = { label: string; href: string }

export type DetailTab = TabItem<string> & {
  content: ReactNode
  /** Hides instead of unmounting it, to keep unsaved changes. */
  keepMounted?: boolean
}

type DetailPageProps<Data> = {
  /** Exact name of the object: the title, which can be copied. */
  name: string
  /** Kind of the object, in lower case: `user`. */
  kind: string
  /** Further texts to copy, such as an ARN. */
  copies?: readonly Copyable[]
  /** Pin of the page in the sidebar. */
  pin?: Pin
  /** From its list to its parent. */
  crumbs: readonly Crumb[]
  source: Pick<CallState<Data>, 'data' | 'error' | 'reload'>
  /** Shown if the object does not exist, with a link to the list. */
  missing?: { icon: LucideIcon; title: string; text: string }
  status?: (data: Data) => ReactNode
  actions?: (data: Data) => readonly PageAction[]
  /** The parts; the selected one is in the address, as `tab` unless `path` has it. */
  tabs: (data: Data) => readonly DetailTab[]
  /** `side`: a list at the left instead of tabs under the title. */
  look?: 'line' | 'side'
  path?: { tab: string; onTab: (id: string) => void }
}

/** Leaves search, sort and selection of the previous tab behind. */
const openTab = (id: string, first: string | undefined) => {
  const others = [...new URLSearchParams(currentLocation().search).keys()].map((name) => [name, undefined])
  setQuery({ ...Object.fromEntries(others), tab: id === first ? undefined : id })
}

const Content = ({ tabs, current }: { tabs: readonly DetailTab[]; current: string | undefined }) =>
  tabs.map(({ id, content, keepMounted }) =>
    keepMounted ? (
      <div key={id} hidden={id !== current}>
        {content}
      </div>
    ) : (
      id === current && <Fragment key={id}>{content}</Fragment>
    ),
  )

/** The page of one object: title, status, actions, and its parts as tabs or a list at the side. */
export const DetailPage = <Data,>(props: DetailPageProps<Data>) => {
  const { name, kind, crumbs, source, missing, status, actions, tabs, look = 'line', path } = props
  const [tabInQuery] = useQuery('tab')
  const page = { title: displayName(name), crumbs }
  const list = crumbs[0]
  if (missing && source.error?.status === 404)
    return (
      <Page {...page}>
        <Empty {...missing} {...(list && { action: <Button href={list.href}>{`All ${list.label}`}</Button> })} />
      </Page>
    )
  const { data } = source
  if (data === undefined)
    return (
      <Page {...page} copy={name}>
        <Loaded of={source} what={`the ${kind}`} columns={look === 'side' ? 1 : 2}>
          {() => null}
        </Loaded>
      </Page>
    )
  const items = tabs(data)
  const [first] = items
  const current = (items.find(({ id }) => id === (path?.tab ?? tabInQuery)) ?? first)?.id ?? ''
  const bar = {
    label: `Parts of ${displayName(name)}`,
    value: current,
    onChange: (id: string) => (path ? path.onTab(id) : openTab(id, first?.id)),
    items,
  }
  const content = <Content tabs={items} current={current} />
  return (
    <Page
      {...page}
      copy={name}
      copies={props.copies}
      pin={props.pin}
      status={status?.(data)}
      {...(actions && { actions: <Actions actions={actions(data)} /> })}
      {...(look === 'line' && { tabs: <Tabs {...bar} /> })}
    >
      {look === 'line' ? (
        content
      ) : (
        <Tabs look="side" {...bar}>
          {content}
        </Tabs>
      )}
    </Page>
  )
}
