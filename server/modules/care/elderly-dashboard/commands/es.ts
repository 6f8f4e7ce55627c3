import type { Commands } from './phrases.ts'

export const spanish: Commands = {
  patterns: {
    help: /^\W*(por favor,? )?(ayuda|socorro|auxilio|ayudenme|ayudame)( por favor)?\W*$|\bnecesito ayuda\b|\b(emergencia|ambulancia)\b|\bme (he caido|cai)\b/,
    feeling_poor:
      /\b(estoy|me siento|me encuentro)( muy| bastante)? (mal|enferma|enfermo|fatal)\b|\bno (estoy|me siento|me encuentro)( muy)? bien\b/,
    feeling_good:
      /(?<!\bno )\b(estoy|me siento|me encuentro)( muy| bastante)? (bien|contenta|contento|feliz|genial)\b/,
    medication_taken:
      /(?<!\bno (me )?)\b(he tomado|tome)\b.*\b(pastillas?|medicinas?|medicamentos?|medicacion|dosis)\b/,
    next_dose:
      /\b(cuando|a que hora)\b.*\b(pastillas?|medicinas?|medicamentos?|medicacion|dosis)\b|\bproxima (pastilla|dosis|medicina)\b/,
    read_messages: /\b(lee|leeme|leer|hay|tengo|nuevos?)\b.*\bmensajes?\b/,
    call_family:
      /\b(llama|llame|llamar|avisa|avise|dile|escribe)\b.*\b(familia|hija|hijo|esposa|esposo|marido|mujer|hermana|hermano)\b/,
  },
  says: {
    help: 'Estoy pidiendo ayuda. Quédese donde está.',
    family: 'He avisado a su familia de que quiere que la llamen.',
    familyMessage: name => `${name} quiere que le llamen.`,
    taken: medicines => `He apuntado que ha tomado ${medicines}.`,
    nothingDue: 'Ahora no toca nada, así que no he apuntado nada.',
    good: 'Me alegro mucho. Lo he apuntado.',
    poor: 'Lo siento. Lo he apuntado para que lo vean quienes cuidan de usted.',
    noMessages: 'No tiene mensajes nuevos.',
    messages: list => `Sus mensajes nuevos: ${list}`,
    nextDose: (medicine, time) => `Lo siguiente es ${medicine}, a las ${time}.`,
    noDose: 'Hoy ya no toca nada más.',
  },
}
