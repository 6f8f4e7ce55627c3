import type { SafetyLanguage } from './language.ts'

export const french: SafetyLanguage = {
  spaced: true,
  harmless:
    "mourir de (rire,faim,soif,honte,curiosité)|meurs (de rire,de faim,d'envie,de soif)|mort de (rire,fatigue,faim)|morte de (rire,fatigue,faim)|tuer le temps|(tombé,tombée) de rire|par c(œ,oe)ur|de bon c(œ,oe)ur|tomber amoureux|tombé(e,) amoureu*|(suis,est) tombé(e,) amoureu*|la nuit tomb*|les feuilles tombent|tombe bien|tombe mal|coup de (chance,fil,téléphone,main)|coup de cœur|coup de coeur",
  negations: "ne|n'|pas|jamais|plus de|rien|aucun|aucune|sans|ni|personne ne|guère",
  others:
    "il|elle|ils|elles|mon (mari,voisin,ami,frère,fils,père,cousin,oncle) .. |ma (femme,voisine,amie,sœur,soeur,fille,mère,cousine,tante) .. |le (voisin,monsieur)|la (voisine,dame)|quelqu'un|les gens",
  told: "dans (le film,le livre,la chanson,le roman,le journal,la série,l'émission)|à la (télé,télévision,radio)|aux (nouvelles,informations)|le (film,livre,roman,héros,personnage)|la (chanson,série)|j'ai (lu,vu,entendu) (que,un,une,à,dans)|dit la chanson",
  past: "il y a (des années,trente ans,quarante ans,cinquante ans,soixante ans,longtemps,dix ans,vingt ans,des mois)|l'année dernière|l'an dernier|quand j'étais (jeune,petit,petite,enfant)|dans ma jeunesse|pendant la guerre|autrefois|à l'époque",
  rules: [
    {
      name: 'self_harm.behaviour',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.97,
      phrases:
        "(j'ai pris,j'ai avalé) (tous mes,tous les,toutes mes,trop de,une poignée de) (comprimés,cachets,pilules,médicaments)|je me suis (coupé,coupée,ouvert,taillé) (les veines,les poignets,exprès)|j'ai (essayé,tenté) de (me tuer,me suicider,mourir,me pendre,mettre fin à mes jours)",
    },
    {
      name: 'self_harm.intent_or_plan',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.93,
      phrases:
        "(je vais,j'ai décidé de,je compte) (me tuer,me suicider,en finir,mettre fin à mes jours,me supprimer)|j'ai (mis,gardé,rassemblé,posé) .. (comprimés,cachets,médicaments,pilules) .. |j'ai écrit (une,ma) lettre d'adieu|je sais comment (faire,en finir)|ce soir (j'en finis,je me tue)",
    },
    {
      name: 'self_harm.method',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.86,
      phrases:
        "(me pendre,m'ouvrir les veines,me jeter (par la fenêtre,du balcon,du pont,sous un train),me noyer)|(une overdose,un surdosage)|prendre tous mes (cachets,comprimés,médicaments)",
    },
    {
      name: 'self_harm.ideation',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.78,
      phrases:
        '(me tuer,me suicider,suicide,en finir avec la vie,mettre fin à mes jours,en finir)|(je veux,je voudrais,je préfère,je préférerais) (mourir,être mort,être morte)|je ne veux plus (vivre,continuer,être là)|je veux plus (vivre,continuer)|plus envie de (vivre,continuer)',
    },
    {
      name: 'self_harm.wish_to_be_dead',
      context: 'self_harm',
      emotion: 'sad',
      risk: 0.64,
      phrases:
        "(j'aimerais,je voudrais,je souhaite,si je pouvais) ne (pas,plus) me réveiller|ne plus me réveiller|ne me réveillais (pas,plus)|je (ne vois,n'ai,ne trouve) (plus,pas,aucune) .. raison de (vivre,continuer)|(ils,elles,tout le monde) (seraient,serait) .. mieux sans moi|ne pas me réveiller|mieux sans moi|(fatigué,fatiguée,lasse,las) de (vivre,la vie)|la vie ne vaut (pas,plus) .. |plus (rien pour vivre,de raison de vivre)|aucune raison de vivre|j'ai assez vécu|que tout soit fini",
    },
    {
      name: 'self_harm.of_another',
      context: 'self_harm',
      emotion: 'anxious',
      risk: 0.55,
      phrases: '(se tuer,se suicider,se pendre)|(il,elle) veut mourir',
    },
    {
      name: 'medical.heart',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.88,
      phrases:
        '(douleur*,pression,oppression,serrement) (dans,à,sur) (la poitrine,ma poitrine,le cœur,le coeur)|(douleur*,pression,oppression) .. dans (la poitrine,ma poitrine)|mal (à,dans) la poitrine|la poitrine me serre|ça serre dans la poitrine|(dans,jusque dans,vers) le bras gauche|(infarctus,crise cardiaque)|mal au (cœur,coeur) .. bras',
    },
    {
      name: 'medical.breath',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.87,
      phrases:
        "(je n'arrive plus,je n'arrive pas,j'arrive plus,j'arrive pas) à (respirer,reprendre mon souffle)|(je ne peux plus,je ne peux pas,je peux plus) respirer|du mal à respirer|j'étouffe|je m'étouffe|je manque d'air",
    },
    {
      name: 'medical.stroke',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.9,
      phrases:
        "(le visage,la bouche) (de travers,qui tombe,tombant*,paralysé*)|je ne (sens,peux) plus (bouger )?(le bras,mon bras,la jambe,ma jambe,la main,ma main)|(le côté,la moitié du corps) .. (engourdi*,paralysé*)|(un avc,une attaque cérébrale)|je n'arrive plus à parler",
    },
    {
      name: 'medical.bleeding',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.82,
      phrases:
        "(je saigne,ça saigne,saigne) (beaucoup,fort,sans arrêt)|du sang partout|(je vomis,je crache,je tousse) du sang|n'arrête pas de saigner|je me suis (brûlé,brûlée) (gravement,très fort)",
    },
    {
      name: 'medical.collapse',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.82,
      phrases:
        "(évanoui*,perdu connaissance,perdu conscience,inconscient*,tombé dans les pommes)|ne (répond plus,respire plus,se réveille pas)|(appelez,appeler) (une ambulance,le samu,les secours,les pompiers)|(il me faut|besoin d') une ambulance|besoin d'une ambulance",
    },
    {
      name: 'medical.unwell',
      context: 'medical',
      emotion: 'anxious',
      risk: 0.5,
      phrases:
        '(très mal à la tête,la tête qui tourne,tête me tourne,tout tourne)|(douleur*,mal) (terrible*,insupportable*,affreu*)|je vomis depuis|je vois trouble|beaucoup de fièvre|une forte fièvre|rien (mangé,bu) depuis .. jours',
    },
    {
      name: 'fall.helpless',
      context: 'fall',
      emotion: 'anxious',
      risk: 0.84,
      phrases:
        "(je n'arrive pas,je n'arrive plus,j'arrive pas,j'arrive plus) à me (relever,lever)|je ne peux (pas,plus) me (relever,lever)|je suis (par terre,au sol,allongée par terre,allongé par terre)|couchée par terre|couché par terre",
    },
    {
      name: 'fall',
      context: 'fall',
      emotion: 'anxious',
      risk: 0.68,
      phrases:
        "(je suis tombé,je suis tombée,j'ai glissé,j'ai trébuché,j'ai fait une chute)|ma hanche me fait mal .. |mal à la hanche quand .. |je me suis (cassé,cassée) (la hanche,le bras,la jambe,le poignet)",
    },
    {
      name: 'abuse.violence',
      context: 'abuse',
      emotion: 'anxious',
      risk: 0.8,
      phrases:
        "(me frappe,m'a frappé,m'a frappée,me bat,me gifle,m'a giflé,m'a giflée,me pousse,m'a poussé,m'a poussée,me menace,m'enferme,m'attache,me donne des coups)|peur de (lui,mon fils,ma fille,mon neveu,l'aide,mon mari)|j'ai peur d'elle",
    },
    {
      name: 'abuse.exploitation',
      context: 'abuse',
      emotion: 'anxious',
      risk: 0.7,
      phrases:
        "(prend,a pris,vole,garde,m'a volé,me vole,me prend) .. (ma pension,ma retraite,mon argent,ma carte,mes économies)|m'oblige à signer|m'a fait signer|me crie dessus|(crie,hurle) (quand je,sur moi)|ne me (nourrit,lave) pas|m'empêche de (sortir,manger,téléphoner)",
    },
    {
      name: 'medication.error',
      context: 'medication',
      emotion: 'anxious',
      risk: 0.58,
      phrases:
        '(pris,prise) .. (comprimés,cachets,médicaments,comprimé,cachet,médicament,insuline,pilules,dose) .. (deux fois,trois fois,encore une fois)|(pris,prise) deux fois .. (comprimés,cachets,médicaments,médicament,insuline)|double dose|(mauvais,trompé de,trompée de) (comprimé*,cachet*,médicament*)',
    },
    {
      name: 'medication.refusal',
      context: 'medication',
      emotion: 'angry',
      risk: 0.45,
      phrases:
        "(j'ai arrêté,arrêté) (de prendre )?(mes,les,mon,le) (comprimés,cachets,médicaments,traitement)|je ne prends plus mes (comprimés,cachets,médicaments)|plus de (comprimés,cachets,médicaments,insuline) (à la maison,depuis)|je ne veux plus prendre .. (comprimés,cachets,médicaments)",
    },
    {
      deniable: false,
      name: 'confusion.lost',
      context: 'confusion',
      emotion: 'confused',
      risk: 0.54,
      phrases:
        'je ne sais (pas,plus) (où je suis,qui je suis,qui vous êtes,quel jour,comment je suis arriv*)|je ne (connais,reconnais) (pas,plus) (cette,ce,ma,mon) .. |je (suis,me suis) (perdu,perdue)|je veux rentrer (chez moi,à la maison)|(laissé,oublié) .. (le gas,le gaz,le four,le feu) (allumé,ouvert)',
    },
    {
      deniable: false,
      name: 'loneliness',
      context: 'loneliness',
      emotion: 'sad',
      risk: 0.45,
      phrases:
        "(parlé à,vu) personne|personne ne (vient .. jamais,m'appelle,me visite,le remarquerait,s'en apercevrait,m'aime,a besoin de moi,me regretterait)|comme si je n'existais (pas,plus)|(si,tellement,complètement,très,trop) (seul,seule)|(seul,seule) au monde|je suis (un poids,une charge,un fardeau)|tous mes amis sont (morts,partis)",
    },
  ],
  feelings: {
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
  },
  topics: {
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
  },
}
