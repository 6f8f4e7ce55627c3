/** A phone link, kept left-to-right in right-to-left text. */
export const Phone = ({ of, className }: { of: string; className?: string | undefined }) => (
  <a className={className} href={`tel:${of.replace(/[^+\d]/g, '')}`} dir="ltr" translate="no">
    {of}
  </a>
)
