import { plugins } from '../../../test/lib/plugins-of-server.ts'
import { sectionOf } from '../sections.ts'
import { claimedSections } from '../../../server/plugins.ts'

/** Configuration sections of the console's plugins. */
export const pluginSections = claimedSections(plugins, () => true)

/** Returns a section as its plugin describes it. */
export const pluginSection = (id: string) => sectionOf(pluginSections, id)
