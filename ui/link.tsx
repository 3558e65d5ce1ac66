import type { ComponentProps, MouseEvent } from 'react'
import { base } from '../core/web/base.ts'
import { navigate } from '../core/web/location.ts'
import { useTabStop } from './tab-stop.ts'

const isUnmodifiedClick = ({ button, ctrlKey, metaKey, altKey, shiftKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !altKey && !shiftKey

/** A link: client-side navigation inside the console, normal navigation for calls and external addresses. */
export const Link = ({ href, onClick, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { href: string }) => {
  const tabIndex = useTabStop()
  if (href.startsWith('/') && !href.startsWith(`${base}/api/`)) {
    const follow = (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event)
      if (event.defaultPrevented || !isUnmodifiedClick(event)) return
      event.preventDefault()
      void navigate(href)
    }
    return <a href={base + href} tabIndex={tabIndex} onClick={follow} {...rest} />
  }
  const externalProps = /^https?:/.test(href) ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return <a href={href} tabIndex={tabIndex} onClick={onClick} {...externalProps} {...rest} />
}
