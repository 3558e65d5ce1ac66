import { createElement, type SVGProps } from 'react'

type Icon = { node: readonly [tag: string, attributes: Record<string, string>][] }

// lucide's own maker serves several frameworks: it is 1 kB more in the login page, and does more on every drawing
const lucideIcon =
  ({ node }: Icon) =>
  ({ size = 24, strokeWidth = 2, ...rest }: { size?: number } & SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )

export { lucideIcon as default }
