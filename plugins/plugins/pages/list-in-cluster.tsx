import { plugins } from '../contract.ts'
import { PluginList } from './plugin-list.tsx'

export default function PluginsInCluster() {
  return <PluginList call={plugins.listInCluster} />
}
