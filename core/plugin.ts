import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { InferOutput } from 'valibot'
import type { FirstCall } from './address.ts'
import type { core } from './calls.ts'
import type { Action } from './contract.ts'
import type { Feature } from './features.ts'
import type { FormSchema } from './ui/form-schema.ts'
import type { onceBack } from './connection.ts'
import type { follow } from './follow.ts'

/** What the server says of the signed-in account: its pages, and the deployment's mode. */
export type Session = InferOutput<(typeof core.session)['reply']>

/** The sidebar's four groups, from top to bottom (spec/1 2.5). */
export type Group = 'common' | 'tools' | 'operator' | 'license'

/** What a page component is given: the path's parameters, raw (percent-encoded) as they stand in the address. */
export type PageProps = { params: Readonly<Record<string, string | undefined>> }

/** A route: `path` in wouter's syntax, gated by `page`; `load` runs when it is first visited. */
export type PluginRoute<Page extends string = string> = {
  path: string
  page: Page
  /** `bare` leaves the sidebar away. */
  layout?: 'shell' | 'bare'
  /**
   * Stands over the page while its code comes: words, or `:name` or `*` of the path. Without it the sidebar's label
   * does.
   */
  title?: string
  /** What the page asks the server first, so that it is under way before the page's code has come. */
  first?: FirstCall
  /** Whether `/` may lead here. Default: it may. Set it on pages that everybody has but not everybody can use. */
  home?: (session: Session) => boolean
  load: () => Promise<{ default: ComponentType<PageProps> }>
}

/** An entry of the sidebar: a page of the plugin's own, or an outside address. */
export type SidebarEntry<Page extends string = string> = (
  | { page: Page; href?: undefined }
  | { href: string; page?: undefined }
) & {
  label: string
  /** The label in the closed sidebar, where the full one is too long. */
  short?: string
  icon: LucideIcon
  group: Group | ((session: Session) => Group)
  when?: (session: Session) => boolean
  /** Further paths of the plugin on which it is the current one. */
  paths?: readonly string[]
  /** The letter that goes to the page after `g`. */
  key?: string
  /**
   * What one can start from here, offered in the palette to whoever may do what it `needs`: a label, the address that
   * opens it, and its key on these pages.
   */
  actions?: readonly { label: string; to: string; key?: string; needs?: Action }[]
}

/** One thing that the palette may lead to: its name, a word about it, and its address. */
export type Hit = { label: string; hint?: string; icon: LucideIcon; to: string }

/**
 * What a search gives, a bounded number, better ones first. `all` says that there are no others, so that a longer text
 * is looked for among them; `note` says where it looked, or why there may be more.
 */
export type Hits = { hits: readonly Hit[]; all?: boolean; note?: string }

/** Finds on the server what has a text in its label; `signal` calls it off when the next key has made it pointless. */
export type Search = (text: string, signal: AbortSignal) => Promise<Hits>

/**
 * A heading of the palette and what is searched under it, for whoever has the page; `load` runs when something is typed
 * first.
 */
export type SearchSection<Page extends string = string> = {
  section: string
  page: Page
  load: () => Promise<Search>
}

/**
 * What a panel of the Settings page works with: the schema that a form draws, and how its values are read and saved.
 */
export type PanelForm = {
  schema: FormSchema
  /** What the form begins with. Throws `Failure`. */
  read(): Promise<object>
  /** Gets what the schema has checked. Throws `Failure`, whose `field` is the entry of the schema that it is about. */
  save(values: object): Promise<void>
}

/** A plugin's own panel of the Settings page, for whoever has the page; `load` runs when it is opened first. */
export type SettingsPanel<Page extends string = string> = {
  id: string
  title: string
  /** A sentence over its form; the search looks in it, too. */
  about: string
  page: Page
  /** What the storage must have for it; without it the panel says what is missing. */
  needs?: Feature
  load: () => Promise<PanelForm>
}

/** What a dialog is told by whoever opens it. */
export type DialogProps = { about: Readonly<Record<string, string>>; onClose: () => void }

/**
 * A dialog that other plugins open by its id (`openDialog`), for whoever has the page; `load` runs when it is opened
 * first.
 */
export type PluginDialog<Page extends string = string> = {
  id: string
  page: Page
  load: () => Promise<{ default: ComponentType<DialogProps> }>
}

/** One thing that somebody has to know now, whatever page they are on. `id` is another one whenever it begins anew. */
export type Notice = { id: string; tone: 'warning' | 'danger'; title: string; text: string }

/** Says what there is to know at the moment, all of it. */
export type Told = (notices: readonly Notice[]) => void

/** What a source of notices goes by: given to it, so that a manifest stands where there is no page. */
export type Following = { follow: typeof follow; onceBack: typeof onceBack }

/**
 * What a plugin has to say on every page, for whoever has its page: the worst as a banner, and all as a mark beside the
 * sidebar's entry of that page. `follow` is called once the first page is there, and tells until what comes back is
 * called; every page needs it, so it comes with the manifest.
 */
export type NoticeSource<Page extends string = string> = {
  page: Page
  /** Where all of it stands, and what a part of it is called. */
  all: string
  noun: { one: string; many: string }
  follow: (tell: Told, by: Following) => () => void
}

/** A plugin's browser half: data only, so nothing of it runs until one of its routes is visited. */
export type Plugin<Page extends string = string> = {
  id: string
  routes: readonly PluginRoute<Page>[]
  sidebar: readonly SidebarEntry<Page>[]
  settings?: readonly SettingsPanel<Page>[]
  search?: readonly SearchSection<Page>[]
  dialogs?: readonly PluginDialog<Page>[]
  notices?: readonly NoticeSource<Page>[]
}
