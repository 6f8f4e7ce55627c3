import type { Commands } from './phrases.ts'

export const french: Commands = {
  patterns: {
    help: /^\W*(s'il (vous|te) plait,? )?(a l'aide|aidez[- ]moi|aide[- ]moi)( s'il (vous|te) plait)?\W*$|\bau secours\b|\bbesoin d'aide\b|\b(urgence|ambulance)\b|\bje suis tombee?\b/,
    feeling_poor:
      /\bje (vais|me sens|suis)( tres| plutot| assez)? (mal|malade)\b|\bje ne (vais|me sens) pas( tres)? bien\b/,
    feeling_good:
      /\bje (vais|me sens|suis)( tres| plutot| assez)? (bien|en forme|heureuse|heureux|contente?)\b/,
    medication_taken: /\bj'ai( bien| deja)? pris\b.*\b(cachets?|comprimes?|medicaments?|pilules?|dose)\b/,
    next_dose:
      /\b(quand|a quelle heure)\b.*\b(cachets?|comprimes?|medicaments?|pilules?|dose)\b|\bprochaine? (dose|pilule|cachet|medicament|comprime)\b/,
    read_messages: /\b(lis|lisez|lire|nouveaux|ai-je|j'ai)\b.*\bmessages?\b/,
    call_family:
      /\b(appelle|appelez|appeler|previens|prevenez|dis|dites|ecris)\b.*\b(famille|fille|fils|femme|mari|soeur|frere)\b/,
  },
  says: {
    help: 'J’appelle de l’aide. Restez où vous êtes.',
    family: 'J’ai prévenu votre famille que vous aimeriez un appel.',
    familyMessage: name => `${name} aimerait que vous appeliez.`,
    taken: medicines => `J’ai noté que vous avez pris ${medicines}.`,
    nothingDue: 'Rien n’est prévu maintenant, je n’ai donc rien noté.',
    good: 'J’en suis ravie. Je l’ai noté.',
    poor: 'J’en suis désolée. Je l’ai noté pour que vos proches le voient.',
    noMessages: 'Vous n’avez pas de nouveau message.',
    messages: list => `Vos nouveaux messages : ${list}`,
    nextDose: (medicine, time) => `Ensuite, c’est ${medicine}, à ${time}.`,
    noDose: 'Plus rien n’est prévu aujourd’hui.',
  },
}
