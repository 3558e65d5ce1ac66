import { plugins } from '../../lib/plugins-of-server.ts'
import { sectionOf } from '../../../plugins/settings/sections.ts'
import { claimedSections } from '../../../server/plugins.ts'

/** The configuration sections that the plugins of the console own. */
export const claimed = claimedSections(plugins, () => true)

/** A section as its plugin describes it. */
export const claimedAs = (id: string) => sectionOf(claimed, id)
