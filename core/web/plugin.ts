import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { InferOutput } from 'valibot'
import type { FirstCall } from '../protocol/address.ts'
import type { core } from '../protocol/calls.ts'
import type { SettingsGroup } from '../protocol/config-section.ts'
import type { Action } from '../protocol/contract.ts'
import type { Feature } from '../protocol/features.ts'
import type { FormSchema } from './form-schema.ts'
import type { retryWhenBack } from './connection.ts'
import type { subscribeFeed } from './subscribe-feed.ts'

/** The signed-in account, its pages and features, and the mode of the deployment, as reported by the server. */
export type Session = InferOutput<(typeof core.session)['reply']>

/** The four groups of the sidebar, from top to bottom (spec/1 2.5). */
export type Group = 'common' | 'tools' | 'operator' | 'license'

/** Props of a page component: the raw (percent-encoded) parameters of the path. */
export type PageProps = { params: Readonly<Record<string, string | undefined>> }

/** A route: `path` in wouter's syntax, gated by `page`; `load` runs on the first visit. */
export type PluginRoute<Page extends string = string> = {
  path: string
  page: Page
  /** `bare` hides the sidebar. */
  layout?: 'shell' | 'bare'
  /** Title shown while the page's code loads: a text, or `:name` or `*` of the path. Default: the sidebar's label. */
  title?: string
  /** The page's first request, started before its code is loaded. */
  first?: FirstCall
  /**
   * Whether `/` may lead here. Default: yes. Set it on pages that are open to everybody but not useful to everybody.
   */
  home?: (session: Session) => boolean
  load: () => Promise<{ default: ComponentType<PageProps> }>
}

/** A sidebar entry: a page of the plugin, or an external address. */
export type SidebarEntry<Page extends string = string> = (
  | { page: Page; href?: undefined }
  | { href: string; page?: undefined }
) & {
  label: string
  /** Shorter label for the collapsed sidebar. */
  short?: string
  icon: LucideIcon
  group: Group | ((session: Session) => Group)
  when?: (session: Session) => boolean
  /** Further paths of the plugin for which this entry is current. */
  paths?: readonly string[]
  /** Key that opens the page after `g`. */
  key?: string
  /**
   * Actions offered in the palette to accounts with the permissions in `needs` and a further `page` of the contract: a
   * label, the address that opens it, and its key on these pages.
   */
  actions?: readonly { label: string; to: string; key?: string; needs?: Action; page?: string }[]
}

/** A search result in the palette: its name, a short description and its address. */
export type Hit = { label: string; hint?: string; icon: LucideIcon; to: string }

/**
 * Results of a search, limited in number, best first. `all` means that they are complete, so a longer query is searched
 * among them; `note` says where it searched, or why there may be more.
 */
export type Hits = { hits: readonly Hit[]; all?: boolean; note?: string }

/** Input of a search besides the text: the panels of the Settings page that the session may see. */
export type SearchContext = { panels: readonly SettingsPanel[] }

/** Searches on the server for labels that contain a text; `signal` aborts it when the next key makes it obsolete. */
export type Search = (text: string, signal: AbortSignal, context: SearchContext) => Promise<Hits>

/**
 * A section of the palette and its search, for accounts that have the page; `load` runs when a query is first typed.
 */
export type SearchSection<Page extends string = string> = {
  section: string
  page: Page
  load: () => Promise<Search>
}

/** Form of a panel on the Settings page: its schema, and how values are read and saved. */
export type PanelForm = {
  schema: FormSchema
  /** Initial values of the form. Throws `Failure`. */
  read(): Promise<object>
  /** Saves values that passed the schema. Throws `Failure`, whose `field` names the schema entry it is about. */
  save(values: object): Promise<void>
  /** Tests the values of the form without saving them. */
  testAction?:
    | {
        label: string
        /** Message of success. */
        done: string
        /** Why the values cannot be tested; `false` if they can. */
        refusal(values: object): string | false
        /** Throws `Failure`. */
        run(values: object): Promise<void>
      }
    | undefined
}

/** A form over the plugin's own calls, for accounts that have the page; `load` runs when it is first opened. */
export type FormPanel<Page extends string = string> = {
  id: string
  title: string
  /** Introduction above the form; also searched. */
  about: string
  /** Default: Other. */
  group?: SettingsGroup
  page: Page
  /** Required storage feature; without it the panel says what is missing. */
  needs?: Feature
  load: () => Promise<PanelForm>
}

/** A change that is about to be saved. `key` is empty if the whole section is reset. */
export type SectionChange = { section: string; key: string; after: string }

/**
 * A section of the storage server's configuration. Its title and fields are in `sections` of the plugin's server half.
 * Every account that may change the configuration has it.
 */
export type SectionPanel = { id: string; section: string }

/** Shows who still has access, in the dialogs that confirm changes which can lock users out. */
export type AccessPanel = {
  id: string
  access: () => Promise<{ default: ComponentType<{ changes: readonly SectionChange[] }> }>
}

/** A plugin's panel or section of the Settings page. */
export type SettingsPanel<Page extends string = string> = FormPanel<Page> | SectionPanel | AccessPanel

/** Props of a dialog; `about` names the objects it acts on, as passed by its opener. */
export type DialogProps = { about: Readonly<Record<string, string>>; onClose: () => void }

/**
 * A dialog that other plugins open by id (`openDialog`), for accounts that have the page; `load` runs when it is first
 * opened.
 */
export type PluginDialog<Page extends string = string> = {
  id: string
  page: Page
  load: () => Promise<{ default: ComponentType<DialogProps> }>
}

/**
 * A page that other plugins link to by id (`useLink`), for accounts that have the page. `to` returns its address
 * for an object, such as a bucket; `undefined` if the page does not show that object.
 */
export type PluginLink<Page extends string = string> = {
  id: string
  page: Page
  to: (about: Readonly<Record<string, string>>) => string | undefined
}

/** An object version that a viewer shows. An empty `version` is the latest one; `size` is in bytes. */
export type ViewedObject = {
  bucket: string
  path: string
  version: string
  size: number
  /**
   * Reads the bytes from `start` to before `end`; fewer if the object ends earlier. Throws `Failure`: 409 if the object
   * was replaced since the preview was opened.
   */
  read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
}

/** Props of a viewer. Each function returns an element that the viewer renders. */
export type ViewerProps = {
  object: ViewedObject
  /** Shows tools in the bar above the viewer. */
  toolbar: (tools: ReactNode) => ReactNode
  /** Shows below the viewer how much of the object it displays; a `note` is aligned to the end. */
  footer: (text: ReactNode, note?: string) => ReactNode
  /** Explains why the object cannot be shown, and offers its download. */
  failure: (error: unknown) => ReactNode
}

/**
 * A viewer of objects in the preview, for every account that may read the object; `load` runs when it first shows one.
 */
export type ObjectViewer = {
  id: string
  /** Label of the choice between the views of an object, such as `Table`. */
  label: string
  /** Media types, recognized by the first bytes of an object, or by its name where the bytes do not tell. */
  types?: readonly string[]
  /** Endings of names, in lower case and without a dot, of objects whose first bytes do not tell their type. */
  extensions?: readonly string[]
  /** Size of the largest object that it shows, in bytes. */
  maxSize?: number
  load: () => Promise<{ default: ComponentType<ViewerProps> }>
}

/** A message shown on every page, such as an alert. `id` changes whenever it starts again. */
export type Notice = { id: string; tone: 'warning' | 'danger'; title: string; text: string }

/** Receives all current notices. */
export type PublishNotices = (notices: readonly Notice[]) => void

/** Functions passed to a notice source, so that a manifest needs no imports. */
export type NoticeTools = { subscribeFeed: typeof subscribeFeed; retryWhenBack: typeof retryWhenBack }

/**
 * Notices of a plugin, for accounts that have its page: the most severe one as a banner, and all as a mark on the
 * page's sidebar entry. `subscribe` is called once the first page is shown, and runs until the returned function is
 * called. It is part of the manifest, because every page needs it.
 */
export type NoticeSource<Page extends string = string> = {
  page: Page
  /** Address that lists all notices, and what one of them is called. */
  all: string
  noun: { one: string; many: string }
  subscribe: (publish: PublishNotices, tools: NoticeTools) => () => void
}

/** Browser half of a plugin: only data, so none of its code runs until one of its routes is visited. */
export type Plugin<Page extends string = string> = {
  id: string
  /** Position in the sidebar, ascending. Default: after all plugins that have an order. */
  order?: number
  routes: readonly PluginRoute<Page>[]
  sidebar: readonly SidebarEntry<Page>[]
  settings?: readonly SettingsPanel<Page>[]
  search?: readonly SearchSection<Page>[]
  dialogs?: readonly PluginDialog<Page>[]
  links?: readonly PluginLink<Page>[]
  viewers?: readonly ObjectViewer[]
  notices?: readonly NoticeSource<Page>[]
}
