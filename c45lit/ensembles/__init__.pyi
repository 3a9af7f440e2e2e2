from .forest import grow_forest as grow_forest
from .forest import out_of_bag as out_of_bag
from .forests import C45ForestClassifier as C45ForestClassifier
from .forests import CARTForestRegressor as CARTForestRegressor
from .nearest_changes import nearest_changes as nearest_changes
