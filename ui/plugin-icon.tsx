import type { LucideIcon } from 'lucide-react'
import Square from 'lucide-react/icons/square'
import { Component } from 'react'
import { Icon } from './icon.tsx'

/**
 * Icon of an entry that a plugin declares. A square replaces one that throws, which would end the whole window. React
 * logs the error, whose stack names the script of the plugin.
 */
export class PluginIcon extends Component<{ of: LucideIcon }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return <Icon of={this.state.failed ? Square : this.props.of} />
  }
}
