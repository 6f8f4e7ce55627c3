import type { WordLists } from '../language.ts'

export const feelings: WordLists['feelings'] = {
  happy:
    'heureu*|content*|joie|joyeu*|ravi*|merveill*|bien|bon|bonne|beau|belle|merci|plaisir|agréable|magnifique|fier|fière|mieux|rire|ris|souri*|adore|aime bien|reconnaissant*|formidable|délicieu*|gentil*|bonheur',
  sad: 'triste*|tristesse|seul|seule|solitude|pleur*|larmes|manque|manquent|déprim*|chagrin|décéd*|veuf|veuve|vide|malheureu*|déçu*|peine|cafard|mal|morose',
  anxious:
    "inquiet*|inquiét*|anxieu*|angoiss*|peur|effray*|nerveu*|stress*|paniqu*|crain*|souci*|m'empêche de dormir|tracass*",
  angry:
    "fâch*|colère|furieu*|énerv*|agac*|marre|déteste|injuste*|scandal*|ras le bol|insupportable*|laissez-moi tranquille|arrêtez de|honteux|bêtises|n'importe quoi",
  confused:
    'confus*|embrouill*|comprends pas|comprends rien|souviens pas|souviens plus|rappelle pas|rappelle plus|pas sûr*|perdu le fil|quel jour|oublié|je ne sais (plus,pas)|laquelle|lequel|mélang*',
  excited:
    'hâte|impatien*|excité*|enthousias*|incroyable|fantastique|génial*|enfin|on a gagné|nous avons gagné|hourra|vivement|super',
}

export const topics: WordLists['topics'] = {
  exercise: 'march*|promen*|exercice*|gymnastique|nager|pas aujourd*|étir*|vélo',
  family:
    'fille|filles|fils|petit-fils|petite-fille|petits-enfants|femme|mari|sœur*|soeur*|frère*|mère|père|famille|nièce|neveu|mariage|marie',
  food: 'mang*|cuisin*|déjeuner|dîner|soupe|gâteau|pomme*|pain|recette*|café|thé|faim|tarte',
  garden: 'jardin*|rose*|tomate*|fleur*|plante*|potager|pelouse',
  health:
    'médecin|docteur|hôpital|douleur*|tension|genou*|hanche|cœur|coeur|malade|fièvre|vertige*|infirmi*|poitrine',
  home: 'maison|appartement|cuisine|salle de bain*|salon|escalier*|chauffage|fenêtre*|clés|clefs',
  loneliness: 'seul|seule|solitude|personne',
  medication: 'comprimé*|cachet*|médicament*|pilule*|dose|insuline|ordonnance|pharmacie',
  memory: 'souvien*|souvenir*|rappel*|oubli*|mémoire',
  money: 'argent|retraite|pension|facture*|banque|loyer|économies|cher|impôt*',
  music: 'musique|chanson*|chant*|piano|dans*|chorale|orchestre|radio',
  neighbourhood: 'voisin*|rue|village|quartier|magasin*|marché|place',
  pets: 'chat|chats|chatte|chien*|oiseau*|canari',
  religion: 'église|pri*|dieu|messe|curé|foi|bible',
  school: 'école|maître*|maîtresse|instituteur|classe|professeur*',
  sleep: 'dorm*|dors|sommeil|sieste|insomnie|nuit|réveill*',
  sports: 'football|foot|match|tennis|but|équipe|cyclisme|rugby|on a gagné',
  technology: 'téléphone|portable|ordinateur|internet|écran|mot de passe|application|tablette',
  television: 'télévision|télé|émission|film|série|informations',
  travel: 'voyag*|vacances|bateau|train|étranger|mer|côte|valise',
  weather: 'temps qu*|pleut|pluie|soleil|neige|vent|froid|chaud|orage|nuage*',
  work: 'usine|travail*|bureau|patron|retraité*|collègue*|métier',
}
