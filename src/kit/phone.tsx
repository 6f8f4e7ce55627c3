/** A number to call. Its sign and its groups keep their order among letters that run from right to left. */
export const Phone = ({ of, className }: { of: string; className?: string | undefined }) => (
  <a className={className} href={`tel:${of.replace(/[^+\d]/g, '')}`} dir="ltr" translate="no">
    {of}
  </a>
)
